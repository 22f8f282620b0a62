/** Fake time for a part of the process: everything else, such as sockets, engines and other timers, continues as usual. */
const apis = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Replaces `faked`, and nothing else, until `jest.useRealTimers()`. Dates begin at `now`, epoch milliseconds; by default at the current time. */
export function fakeOnly(faked: readonly (typeof apis)[number][], now = Date.now()): void {
  jest.useFakeTimers({ now, doNotFake: apis.filter((api) => !faked.includes(api)) });
}
