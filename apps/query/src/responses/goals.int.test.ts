/** Responses that depend on the goals of a workspace. */
import { issueGrant } from '@footfall/auth';
import { startHost, type TestHost, type TestReply } from '../host.fixture.ts';
import { storeTraffic } from '../traffic.fixture.ts';

let host: TestHost;
let workspaceId: string;
let get: (request: string) => Promise<TestReply>;
beforeAll(async () => {
  host = await startHost();
  const { key, ...issued } = await host.newKey();
  ({ workspaceId } = issued);
  await storeTraffic(host.warehouse, workspaceId, host.now());
  get = (request) => host.get(`/api/v1/analytics/${request}`, { 'x-api-key': key });
});
afterAll(() => host.stop());

const signUp = { name: 'Sign-up', type: 'signup' };

it('show a goal as soon as it is created, and no longer once it is removed, although they are cached', async () => {
  const named = async () => {
    const { data, fromCache } = Object((await get('goals')).json());
    return { names: data.map(({ name }: { name: string }) => name), fromCache };
  };
  const { goalId } = await host.goals.create(workspaceId, signUp);
  expect(await named()).toEqual({ names: ['Sign-up'], fromCache: false });
  expect(await named()).toEqual({ names: ['Sign-up'], fromCache: true });
  await host.goals.create(workspaceId, { name: 'Pricing', path: '/pricing' });
  expect(await named()).toEqual({ names: ['Pricing', 'Sign-up'], fromCache: false });
  await host.goals.remove(goalId);
  expect(await named()).toEqual({ names: ['Pricing'], fromCache: false });
  await host.goals.create(workspaceId, signUp);
  expect(await named()).toEqual({ names: ['Pricing', 'Sign-up'], fromCache: false });
});

it('show a goal in a breakdown as soon as it is created, and no longer once it is removed', async () => {
  const reached = async () => {
    const { data } = Object((await get('breakdown?by=goal')).json());
    return new Set<string>(data.map(({ goal }: { goal: string }) => goal));
  };
  const before = await reached();
  const { goalId } = await host.goals.create(workspaceId, { name: 'Leaving', type: '$pageleave' });
  expect(await reached()).toEqual(new Set([...before, goalId]));
  await host.goals.remove(goalId);
  expect(await reached()).toEqual(before);
});

it('refuse a filter or a step by a goal that was removed, although they are cached', async () => {
  const { goalId } = await host.goals.create(workspaceId, signUp);
  const requests = [`overview?filter=goal:is:${goalId}`, `funnel?step=${goalId}&step=path:is:/pricing`];
  for (const request of requests) {
    expect((await get(request)).json()).toMatchObject({ success: true, fromCache: false });
    expect((await get(request)).json()).toMatchObject({ success: true, fromCache: true });
  }
  await host.goals.remove(goalId);
  expect((await get(requests[0] ?? '')).json()).toMatchObject({
    success: false,
    error: { code: 'BAD_REQUEST', message: `filter must name a goal of the workspace by its ID, got "${goalId}"` },
  });
  expect((await get(requests[1] ?? '')).json()).toMatchObject({
    error: { code: 'BAD_REQUEST', message: expect.stringMatching(/^step must be the ID of a goal of the workspace/) },
  });
});

it('are read by the visitors of a share', async () => {
  const share = await host.share(workspaceId);
  const headers = { 'x-share': issueGrant(share, host.now() + 60_000) };
  const reply = await host.get('/api/v1/analytics/goals', headers);
  expect(reply.json()).toMatchObject({ success: true, workspaceId, data: [{ events: 1 }, { events: 1 }] });
});

it('have the steps of a funnel in the order in which they were sent', async () => {
  const steps = ['type:is:signup', 'path:is:/pricing', 'type:is:$pageleave'];
  const { data } = Object((await get(`funnel?${steps.map((step) => `step=${step}`).join('&')}`)).json());
  expect(data).toEqual(steps.map((step) => ({ step, visitors: 1, dropOff: 0, conversionRate: 100 })));
  const reversed = Object(
    (
      await get(
        `funnel?${steps
          .toReversed()
          .map((step) => `step=${step}`)
          .join('&')}`,
      )
    ).json(),
  );
  expect(reversed.data.map(({ visitors }: { visitors: number }) => visitors)).toEqual([1, 0, 0]);
});
