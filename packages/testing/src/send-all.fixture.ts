/** Sends planned traffic to the product. */
import type { Delivery } from './reference/sent.ts';
import type { Workspace } from './admin.ts';
import type { Product } from './product.ts';
import type { PlannedRequest } from './traffic.ts';

/** Sends the requests at their planned times, those of one millisecond together; returns the accepted events, by workspace. */
export async function sendAll(
  product: Product,
  requests: readonly PlannedRequest[],
  tenants: readonly Workspace[],
): Promise<Delivery[][]> {
  const accepted = tenants.map((): Delivery[] => []);
  const timesMs = new Set(requests.map(({ receivedAtMs }) => receivedAtMs));
  for (const timeMs of [...timesMs].toSorted((a, b) => a - b)) {
    product.clock.nowMs = timeMs;
    const sending = requests
      .filter(({ receivedAtMs }) => receivedAtMs === timeMs)
      .flatMap((planned) => Array.from({ length: planned.timesSent }, () => planned))
      .map(async (planned) => {
        const tenant = tenants[planned.workspace];
        expect(tenant && (await product.send(planned, tenant))).toEqual({
          accepted: planned.deliveries.length,
          rejectedIndexes: planned.refused,
        });
        accepted[planned.workspace]?.push(...planned.deliveries);
      });
    await Promise.all(sending);
  }
  await product.stored();
  return accepted;
}
