/** Cached responses: computed once for simultaneous requests, and never shared between workspaces. */
import { AppError } from '@footfall/errors';
import { AppRig, expectApiFailure, inParallel, quickPath, slowPath } from '../app-rig.fixture.ts';

const app = new AppRig();

/** Sends identical requests that wait, and resolves once all have arrived and their computation, number `run`, has started. */
async function requestSlowly(count: number) {
  const pro = await app.keyOf('pro');
  const run = app.slow.runs.length + 1;
  const replies = inParallel(count, () => app.host.get(slowPath, pro));
  await app.arrived(pro, count);
  await app.slow.started(run);
  return { pro, run, replies };
}

describe('cache', () => {
  it('G16 returns a max-age of at most the lifetime after the clock was set back', async () => {
    const years = 10 * 365 * 86_400;
    const read = async () => {
      const reply = await app.host.get(`${quickPath}?limit=g16`, app.bearer);
      return { cacheControl: reply.headers['cache-control'], ...Object(reply.json()) };
    };
    app.host.passSeconds(years);
    const ahead = await read();
    expect(ahead).toMatchObject({ fromCache: false, cacheControl: 'private, max-age=60' });
    app.host.passSeconds(-years);
    const back = await read();
    expect(back).toMatchObject({ fromCache: false, cacheControl: 'private, max-age=60', run: ahead.run + 1 });
    expect(await read()).toMatchObject({ fromCache: true, run: back.run });
  });

  it('D4 computes once for 200 simultaneous identical requests', async () => {
    const { run, replies } = await requestSlowly(200);
    app.slow.release();
    for (const reply of await replies) expect(reply.json()).toMatchObject({ fromCache: false, run });
    expect(app.slow.runs).toHaveLength(run);
  });

  it('D5 returns an error to all waiting requests, and computes again for the next one', async () => {
    const { pro, run, replies } = await requestSlowly(20);
    app.slow.release(new AppError('UNAVAILABLE', 'The store is busy'));
    for (const reply of await replies) {
      expectApiFailure(reply, 503, 'UNAVAILABLE');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    const next = app.host.get(slowPath, pro);
    await app.slow.started(run + 1);
    app.slow.release();
    expect((await next).json()).toMatchObject({ fromCache: false, run: run + 1 });
  });

  it('D8 never returns the result of another workspace, and ignores its ETag', async () => {
    const other = await app.keyOf('pro');
    const first = await app.host.get(quickPath, app.bearer);
    const second = await app.host.get(quickPath, { ...other, 'if-none-match': String(first.headers.etag) });
    expect(first.json()).toMatchObject({ workspaceId: app.workspaceId, workspace: app.workspaceId });
    expect(second.status).toBe(200);
    expect(second.json()).toMatchObject({ fromCache: false });
    expect(second.json()).not.toMatchObject({ workspace: app.workspaceId });
    expect((await app.host.get(quickPath, app.bearer)).json()).toMatchObject({
      fromCache: true,
      workspace: app.workspaceId,
    });
  });

  it('caches one entry per set of parameters, in any order', async () => {
    expect((await app.host.get(`${quickPath}?limit=1`, app.bearer)).json()).toMatchObject({ fromCache: false });
    expect((await app.host.get(`${quickPath}?x=1&limit=1`, app.bearer)).json()).toMatchObject({ fromCache: true });
    expect((await app.host.get(`${quickPath}?limit=2`, app.bearer)).json()).toMatchObject({ fromCache: false });
    expect((await app.host.get(quickPath, app.bearer)).json()).toMatchObject({ fromCache: false });
  });
});
