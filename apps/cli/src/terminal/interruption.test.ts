/** Signals while a command works. */
import { interruptible } from './interruption.ts';

const signals = ['SIGINT', 'SIGTERM'] as const;
const listeners = () => signals.map((name) => process.listenerCount(name));

it.each(signals)('%s aborts the work, whose end removes the listeners', async (name) => {
  const before = listeners();
  const isAborted = await interruptible(async (signal) => {
    process.emit(name);
    return signal.aborted;
  });
  expect(isAborted).toBe(true);
  expect(listeners()).toEqual(before);
});
