/** Waits for a result, with a deadline that a busy machine meets. */
import { until } from '@footfall/test-servers';

/** Resolves once the result of `read` is the same JSON as `wanted`; rejects with the result after the deadline. */
export async function expectEventually(read: () => Promise<unknown>, wanted: unknown): Promise<void> {
  const text = JSON.stringify(wanted);
  let found: string | undefined;
  const isFound = async () => (found = JSON.stringify(await read())) === text;
  await until(isFound, () => `${found}, not ${text}`);
}
