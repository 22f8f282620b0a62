/** Changes through the admin API: logged and announced, whatever becomes of the request. */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { listenLocally } from '@footfall/test-servers';
import { Registry } from '@footfall/process';
import type { AnnotationStore } from '@footfall/warehouse';
import { createQueryApp } from '../app.ts';
import { adminToken } from '../host.fixture.ts';
import { AdminRig } from './admin-rig.fixture.ts';

const admin = new AdminRig();
const route = 'DELETE /annotations/:annotationId';
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Sends the removal of an annotation to an app that removes with `remove`. `onClose` is called when the app's response closes. */
async function removing(remove: AnnotationStore['remove'], onClose = () => {}) {
  const { host } = admin;
  const note = { date: '2026-03-01', text: 'Launch' };
  const { annotationId } = await host.annotations.create(await admin.newWorkspace(), note);
  const annotations = { ...host.annotations, remove };
  const app = createQueryApp({ ...host.deps, annotations, registry: new Registry() });
  const server = createServer((request, response) => {
    response.once('close', onClose);
    app.handler(request, response);
  });
  const port = await listenLocally(server);
  const leave = new AbortController();
  const response = fetch(`http://127.0.0.1:${port}/admin/v1/annotations/${annotationId}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${adminToken}` },
    signal: leave.signal,
  });
  ends.push(async () => {
    server.close();
    server.closeAllConnections();
    await app.close();
  });
  return { annotationId, response, leave: () => leave.abort() };
}

/** Resolves with the audit line about an annotation. */
async function lineAbout(annotationId: string) {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const line = admin.host.logged().find((each) => each['audit'] === true && each['annotationId'] === annotationId);
    if (line) return line;
    if (performance.now() > deadline) throw new Error('There is no line');
    await new Promise(setImmediate);
  }
}

it('are logged if the caller has disconnected before the response', async () => {
  const steps = new EventEmitter();
  const [begun, closed] = [once(steps, 'begun'), once(steps, 'closed')];
  const { annotationId, response, leave } = await removing(
    async (id) => {
      steps.emit('begun');
      await closed;
      await admin.host.annotations.remove(id);
    },
    () => steps.emit('closed'),
  );
  await begun;
  leave();
  await expect(response).rejects.toThrow('aborted');
  expect(await lineAbout(annotationId)).toMatchObject({ by: 'admin token', route, status: 200 });
  expect(await admin.host.annotations.find(annotationId)).toBeUndefined();
});

it('are announced and logged if they fail halfway', async () => {
  let announced = 0;
  const { annotationId, response } = await removing(async (id) => {
    await admin.host.annotations.remove(id);
    admin.host.elsewhere.onChange(() => void (announced += 1));
    throw new Error('halfway');
  });
  expect((await response).status).toBe(500);
  expect(await lineAbout(annotationId)).toMatchObject({ by: 'admin token', route, status: 500 });
  expect(announced).toBe(1);
});
