/** Tests of what Redis returns, however long it takes. */

const realApis = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
] as const;

/** Stops the timers of deadlines during the tests of a block: on a busy machine, Redis can miss one, and the state then does without it. Connections are not opened again. */
export function withoutDeadlines(): void {
  beforeAll(() => void jest.useFakeTimers({ doNotFake: [...realApis] }));
  afterAll(() => void jest.useRealTimers());
}
