/** Jobs of a running Footfall that stops before the report, or is another version than the command. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainJob, reconcileJob } from '@footfall/consumer/jobs';
import { CommandError } from '../terminal/command-error.ts';
import { runLocalJob } from './local-work.ts';

let folder: string;
let server: Server;
afterEach(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

/** Resolves with the socket of a server that responds with `respond`. */
async function serve(respond: RequestListener) {
  folder = mkdtempSync(join(tmpdir(), 'footfall-job-'));
  const socketPath = join(folder, 'admin.sock');
  server = createServer(respond).listen(socketPath);
  await once(server, 'listening');
  return { url: 'http://localhost', socketPath };
}

it('says that Footfall stopped or stalled if the connection breaks in the middle of a job', async () => {
  const socket = await serve((_request, response) => void response.write('{"done":1,"total":2}\n'));
  const job = runLocalJob(socket, reconcileJob, { repairs: false }, () => server.closeAllConnections());
  await expect(job).rejects.toEqual(
    new CommandError('the running Footfall stopped or stalled before the command was complete'),
  );
});

it('says that Footfall stopped if the response ends without a report', async () => {
  const socket = await serve((_request, response) => void response.end('{"done":1,"total":2}\n'));
  await expect(runLocalJob(socket, reconcileJob, { repairs: false }, () => {})).rejects.toEqual(
    new CommandError('the running Footfall stopped before the command was complete'),
  );
});

it('says that Footfall must be restarted if it returns the report of another version', async () => {
  const socket = await serve((_request, response) => void response.end('{"result":{"endpoint":"pages"}}\n'));
  await expect(runLocalJob(socket, explainJob, { endpoint: 'pages', params: {} }, () => {})).rejects.toEqual(
    new CommandError(
      'the running Footfall is another version than this command: restart it, then run the command again',
    ),
  );
});
