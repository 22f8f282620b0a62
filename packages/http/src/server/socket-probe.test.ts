import { isSocketInUse } from './socket-probe.ts';

afterEach(() => jest.restoreAllMocks());

it('reports a socket as in use if it is neither accepted nor refused within the deadline', async () => {
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  expect(await isSocketInUse('/nowhere/admin.sock')).toBe(true);
});
