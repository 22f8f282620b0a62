/** Every statement of a result prunes its tables by the columns of their sorting keys. */
import type { Reader, Statement } from '../driver/port.ts';
import { rollUp, withoutMerges } from '../rollups/rollup.fixture.ts';
import { event, openStore, type Store } from '../queries/endpoints/store.fixture.ts';
import { explainEndpoint } from './explain-endpoint.ts';
import { readPruning } from './measure-pruning.ts';

const workspaceId = 'ws_0123456789abcdef';
const range = { start: '2026-03-02T05:00:00Z', end: '2026-03-20T17:00:00Z' };

/** The first columns of the sorting key of each table that results come from. */
const keys: Readonly<Record<string, readonly string[]>> = {
  breakdown: ['workspace_id', 'dimension', 'grain', 'time'],
  titles: ['workspace_id', 'path', 'hour'],
  visits: ['workspace_id', 'day'],
  events: ['workspace_id', 'toStartOfHour(timestamp)'],
};

const ranged = ['overview', 'visitors', 'pages', 'sources', 'events', 'campaigns', 'channels', 'devices', 'geo'];
const requested: [endpoint: string, params: Readonly<Record<string, string>>][] = [
  ...ranged.flatMap((endpoint): [string, Record<string, string>][] => [
    [endpoint, range],
    [endpoint, { ...range, timezone: 'Asia/Kathmandu' }],
    [endpoint, { ...range, filter: 'country:is:DE' }],
  ]),
  ['visitors', { ...range, granularity: 'hour' }],
  ['ux-insights', range],
  ['realtime', {}],
  ...['path', 'source', 'city', 'entry_page', 'hostname'].map((by): [string, Record<string, string>] => [
    'breakdown',
    { ...range, by },
  ]),
  ['series', { ...range, metrics: 'visitors,pageviews,bounceRate' }],
  ['retention', { ...range, granularity: 'week' }],
];

const batches = 4;

describe('the statements of a result', () => {
  let store: Store;
  const explain = (endpoint: string, params: Readonly<Record<string, string>>) =>
    explainEndpoint({ warehouse: store.warehouse, endpoint, workspaceId, params, eventsReadMax: 0 });
  beforeAll(async () => {
    store = await openStore('rollups');
    for (let batch = 0; batch < batches; batch += 1) {
      const days = Array.from({ length: 28 / batches }, (_, index) =>
        String(1 + batch + batches * index).padStart(2, '0'),
      );
      const visits = days.map((day) => event(`2026-03-${day}T10:00:00Z`, `visitor ${day}`, `session ${day}`));
      await store.add(workspaceId, visits);
      await rollUp(withoutMerges(store.warehouse), { offsetsMax: Infinity });
    }
  });
  afterAll(() => store.remove());

  it.each(requested)('%s %j', async (endpoint, params) => {
    const { statements } = await explain(endpoint, params);
    const read = statements.filter(({ by }) => by === 'query').flatMap(({ tables }) => tables);
    expect(read).not.toEqual([]);
    for (const { table, keys: pruning } of read) {
      expect({ table, pruning }).toEqual({ table, pruning: expect.arrayContaining([...(keys[table] ?? [table])]) });
    }
  });

  it('a workspace is looked up by its ID', async () => {
    const statements: Statement[] = [];
    const warehouse: Reader = {
      read<Row>(statement: Statement) {
        statements.push(statement);
        return store.warehouse.read<Row>(statement);
      },
      measure: (statement) => store.warehouse.measure(statement),
    };
    const params = {};
    await explainEndpoint({ warehouse, endpoint: 'channels', workspaceId, params, eventsReadMax: 0 });
    const [lookup] = statements;
    expect(lookup && (await readPruning(store.warehouse, lookup))).toMatchObject([
      { table: 'events', keys: ['workspace_id'] },
    ]);
  });

  it('a filter reads the same columns of sessions, however many parts have them', async () => {
    const [parts] = await store.warehouse.read<{ n: number }>({
      sql: `SELECT count() AS n FROM system.parts WHERE database = currentDatabase() AND active AND table = 'visits'`,
    });
    expect(parts?.n).toBeGreaterThanOrEqual(batches);
    const bytesOfSessions = async () => {
      const { statements } = await explain('channels', { ...range, filter: 'country:is:DE' });
      const ofSessions = statements.filter(({ tables }) => tables.some(({ table }) => table === 'visits'));
      return ofSessions.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
    };
    const ofParts = await bytesOfSessions();
    await store.warehouse.command({ sql: 'OPTIMIZE TABLE visits FINAL' });
    expect(ofParts).toBeLessThan(2 * (await bytesOfSessions()));
  });
});
