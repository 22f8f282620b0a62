/** Processes that tests start, when the tests are killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './child-process.ts';

it('a process that a test has started ends when the process of the test is killed', async () => {
  const source = ['--conditions=source', '--import', join(root, 'scripts/run-source.mjs')];
  const parent = spawn(process.execPath, [...source, join(__dirname, 'starts-child.fixture.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = await once(createInterface({ input: parent.stdout }), 'line');
  const connection = connect(Number(port), '127.0.0.1');
  await once(connection, 'connect');
  const closed = new Promise<void>((resolve) => connection.on('error', () => {}).once('close', () => resolve()));
  parent.kill('SIGKILL');
  await expect(closed).resolves.toBeUndefined();
});
