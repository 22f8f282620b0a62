/** Names that are probably misspelled settings, and names that are not. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeUnknown } from './unknown-settings.ts';

const root = join(__dirname, '../../..');
const documents = ['README.md', '.env.example', 'docs/operating.md'];
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const names = [...new Set(documents.flatMap((path) => textOf(path).match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []))];

describe('unknown settings', () => {
  it.each([
    ['TRUST_PROXXY', 'TRUST_PROXY'],
    ['TRUST_PORXY', 'TRUST_PROXY'],
    ['trust_proxy', 'TRUST_PROXY'],
    ['CLICKHOUSE_URI', 'CLICKHOUSE_URL'],
    ['KAFKA_BROKER', 'KAFKA_BROKERS'],
    ['DATADIR', 'DATA_DIR'],
  ])('A24 %s is meant to be %s', (given, meant) => {
    const known = ['HOST', 'DATA_DIR', 'TRUST_PROXY', 'CLICKHOUSE_URL', 'KAFKA_BROKERS'];
    expect(describeUnknown({ [given]: 'secret' }, known)).toEqual([
      `${given} is not a setting of Footfall: did you mean ${meant}?`,
    ]);
  });

  it('A24 nothing is said of settings, empty values, and of the environment at large', () => {
    const known = ['HOST', 'API_PORT', 'DATA_DIR', 'LOG_LEVEL', 'REDIS_URL', 'TRUST_PROXY'];
    const others = 'PATH HOME HOSTNAME SHELL PWD LANG TERM MAIL LOGNAME http_proxy NO_PROXY PORT NODE_OPTIONS'.split(
      ' ',
    );
    const environment = Object.fromEntries(
      [...known, ...others, 'XDG_DATA_DIRS', 'SSH_TTY'].map((name) => [name, '1']),
    );
    expect(describeUnknown({ ...environment, TRUST_PROXYS: '' }, known)).toEqual([]);
  });

  it('A24 no setting of one process is taken for one of another', () => {
    expect(names.length).toBeGreaterThan(20);
    for (const name of names)
      expect(
        describeUnknown(
          { [name]: '1' },
          names.filter((other) => other !== name),
        ),
      ).toEqual([]);
  });
});
