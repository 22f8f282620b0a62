import { isSocketAnswered } from './socket-probe.ts';

afterEach(() => jest.restoreAllMocks());

it('takes a socket for one in use if it is neither accepted nor refused within the deadline', async () => {
  jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
  expect(await isSocketAnswered('/nowhere/admin.sock')).toBe(true);
});
