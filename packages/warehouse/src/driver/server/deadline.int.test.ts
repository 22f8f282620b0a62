import { getEventListeners } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Table, Warehouse } from '../port.ts';
import { openServer } from './server.ts';

/** Responds to statements like a server, by a word in them. */
const responses: Record<string, string> = {
  'version()': '["26.8.1.1"]\n',
  'system.databases': '["1"]\n',
  'system.processes': '{"held":1}\n',
  'SELECT 1': '{"n":1}\n',
};
/** The statement of a lock runs while its holder is connected. */
const endless = 'sleepEachRow';

async function respond(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const id = new URL(incoming.url ?? '', 'http://server').searchParams.get('query_id') ?? '';
  const body = await text(incoming);
  if (body.includes(endless)) return;
  response.setHeader('x-clickhouse-query-id', id);
  response.end(Object.entries(responses).find(([word]) => body.includes(word))?.[1] ?? '');
}

describe('the deadline of a statement that has ended', () => {
  const server = createServer((incoming, response) => void respond(incoming, response));
  let warehouse: Warehouse;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    warehouse = await openServer({ url, username: 'default', password: '', database: 'any' });
  });
  afterAll(async () => {
    await warehouse.close();
    server.closeAllConnections();
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
