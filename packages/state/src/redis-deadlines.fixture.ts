/** Tests of what Redis returns, however long it takes. */
import { fakeOnly } from '@footfall/test-servers';

/** Stops the timers of deadlines during the tests of a block: on a busy machine, Redis can miss one, and the state then does without it. Connections are not opened again. */
export function withoutDeadlines(): void {
  beforeAll(() => fakeOnly(['setTimeout', 'clearTimeout']));
  afterAll(() => void jest.useRealTimers());
}
