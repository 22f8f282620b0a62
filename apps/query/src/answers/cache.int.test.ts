/** Answers from the cache: computed once for all who ask at the same time, and never another workspace's. */
import { AppError } from '@footfall/errors';
import { AppRig, expectFailure, inParallel, quickPath, slowPath } from '../app-rig.fixture.ts';

const app = new AppRig();

describe('cache', () => {
  it('G16 shows a max-age of at most the lifetime when the clock is set back after a jump', async () => {
    const years = 10 * 365 * 86_400;
    const answered = async () => {
      const reply = await app.host.get(`${quickPath}?limit=g16`, app.bearer);
      return { cacheControl: reply.headers['cache-control'], ...Object(reply.json()) };
    };
    app.host.passSeconds(years);
    const ahead = await answered();
    expect(ahead).toMatchObject({ fromCache: false, cacheControl: 'private, max-age=60' });
    app.host.passSeconds(-years);
    const back = await answered();
    expect(back).toMatchObject({ fromCache: false, cacheControl: 'private, max-age=60', run: ahead.run + 1 });
    expect(await answered()).toMatchObject({ fromCache: true, run: back.run });
  });

  it('D4 computes once for 200 identical requests at a time', async () => {
    const before = app.slow.runs.length;
    const pro = await app.keyOf('pro');
    const replies = inParallel(200, () => app.host.get(slowPath, pro));
    await app.arrived(pro, 200);
    await app.slow.started(before + 1);
    app.slow.release();
    for (const reply of await replies) expect(reply.json()).toMatchObject({ fromCache: false, run: before + 1 });
    expect(app.slow.runs).toHaveLength(before + 1);
  });

  it('D5 gives the fault to all who wait, and computes again for the next', async () => {
    const before = app.slow.runs.length;
    const pro = await app.keyOf('pro');
    const replies = inParallel(20, () => app.host.get(slowPath, pro));
    await app.arrived(pro, 20);
    await app.slow.started(before + 1);
    app.slow.release(new AppError('UNAVAILABLE', 'The store is busy'));
    for (const reply of await replies) {
      expectFailure(reply, 503, 'UNAVAILABLE');
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    }
    const next = app.host.get(slowPath, pro);
    await app.slow.started(before + 2);
    app.slow.release();
    expect((await next).json()).toMatchObject({ fromCache: false, run: before + 2 });
  });

  it('D8 never answers one workspace with the result of another, nor takes its ETag', async () => {
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

  it('keeps one entry for each set of parameters, in whatever order they come', async () => {
    expect((await app.host.get(`${quickPath}?limit=1`, app.bearer)).json()).toMatchObject({ fromCache: false });
    expect((await app.host.get(`${quickPath}?x=1&limit=1`, app.bearer)).json()).toMatchObject({ fromCache: true });
    expect((await app.host.get(`${quickPath}?limit=2`, app.bearer)).json()).toMatchObject({ fromCache: false });
    expect((await app.host.get(quickPath, app.bearer)).json()).toMatchObject({ fromCache: false });
  });
});
