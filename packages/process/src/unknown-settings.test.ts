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
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['DATA_DIRECTORY', 'DATA_DIR'],
  ])('A24 suggests for %s the setting %s', (given, meant) => {
    const known = ['HOST', 'DATA_DIR', 'TRUST_PROXY', 'CLICKHOUSE_URL', 'KAFKA_BROKERS'];
    expect(describeUnknown({ [given]: 'secret' }, known)).toEqual([
      `${given} is not a setting of Footfall: did you mean ${meant}?`,
    ]);
  });

  it('A24 ignores settings, empty values and unrelated variables', () => {
    const known = ['HOST', 'API_PORT', 'DATA_DIR', 'LOG_LEVEL', 'REDIS_URL', 'TRUST_PROXY'];
    const others = [
      'PATH HOME HOSTNAME HOSTTYPE SHELL PWD OLDPWD LANG LANGUAGE LC_ALL TERM MAIL LOGNAME USER UID SHLVL EDITOR TZ TMPDIR',
      'http_proxy https_proxy NO_PROXY ALL_PROXY PORT NODE_OPTIONS NODE_ENV NODE_VERSION YARN_VERSION npm_config_cache',
      'KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT',
      'KUBERNETES_SERVICE_PORT_HTTPS REDIS_PORT REDIS_PORT_6379_TCP REDIS_SERVICE_HOST API_PORT_4000_TCP API_SERVICE_PORT',
      'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID STATE_DIRECTORY RUNTIME_DIRECTORY LOGS_DIRECTORY MEMORY_PRESSURE_WATCH',
      'XDG_RUNTIME_DIR XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS DISPLAY SSH_CLIENT SSH_CONNECTION DOCKER_HOST CI GITHUB_TOKEN',
    ].flatMap((line) => line.split(' '));
    const environment = Object.fromEntries(
      [...known, ...others, 'XDG_DATA_DIRS', 'SSH_TTY'].map((name) => [name, '1']),
    );
    expect(describeUnknown({ ...environment, TRUST_PROXYS: '' }, known)).toEqual([]);
  });

  it('A24 reports no setting of another process', () => {
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
