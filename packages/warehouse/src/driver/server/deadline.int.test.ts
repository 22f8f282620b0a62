import { getEventListeners } from 'node:events';
import type { Table, Warehouse } from '../port.ts';
import { startFakeServer } from './fake-server.fixture.ts';
import { openServer } from './server.ts';

/** Responses to statements, by a word in them. */
const responses = { 'system.processes': '{"held":1}\n', 'SELECT 1': '{"n":1}\n' };
/** The statement of a lock runs while its holder is connected. */
const endless = 'sleepEachRow';

describe('the deadline of a statement that has ended', () => {
  let server: Awaited<ReturnType<typeof startFakeServer>>;
  let warehouse: Warehouse;
  beforeAll(async () => {
    server = await startFakeServer((statement, response, queryId) => {
      if (statement.includes(endless)) return;
      response.setHeader('x-clickhouse-query-id', queryId);
      response.end(Object.entries(responses).find(([word]) => statement.includes(word))?.[1]);
    });
    warehouse = await openServer(server.address);
  });
  afterAll(async () => {
    await warehouse.close();
    server.close();
  });
  afterEach(() => jest.restoreAllMocks());

  const notes: Table<number> = { name: 'notes', columns: [{ name: 'n', type: 'UInt32', value: (n) => n }] };

  it.each<[string, () => Promise<unknown>]>([
    ['an insert', () => warehouse.insert(notes, [1], 'one')],
    ['a command', () => warehouse.command({ sql: 'TRUNCATE TABLE notes' })],
    ['a read', () => warehouse.read({ sql: 'SELECT 1 AS n' })],
    ['a lock', () => warehouse.alone('name', () => Promise.resolve())],
  ])('retains nothing of %s', async (_what, work) => {
    const deadlines = jest.spyOn(AbortSignal, 'timeout');
    await work();
    expect(deadlines).toHaveBeenCalled();
    // Until it fires, a timeout with a listener is never collected, nor is anything that the listener refers to.
    for (const { value } of deadlines.mock.results) expect(getEventListeners(value, 'abort')).toEqual([]);
  });
});
