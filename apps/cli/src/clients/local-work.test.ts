/** A job of a running Footfall that ends before its report. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reconcileJob } from '@footfall/consumer/jobs';
import { CommandError } from '../terminal/command-error.ts';
import { runLocalJob } from './local-work.ts';

it('says that Footfall stopped or stalled if the connection breaks in the middle of a job', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-job-'));
  const socketPath = join(folder, 'admin.sock');
  const server = createServer((_request, response) => {
    response.write('{"done":1,"total":2}\n');
  }).listen(socketPath);
  await once(server, 'listening');
  const job = runLocalJob({ url: 'http://localhost', socketPath }, reconcileJob, { repairs: false }, () =>
    server.closeAllConnections(),
  );
  await expect(job).rejects.toEqual(
    new CommandError('the running Footfall stopped or stalled before the command was complete'),
  );
  server.close();
  rmSync(folder, { recursive: true });
});
