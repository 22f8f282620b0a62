/** Two workspaces with the same visitors, sessions, IDs and paths: neither ever sees the other's data. */
import { dayMs, minuteMs } from './reference/calendar.ts';
import type { Delivery } from './reference/sent.ts';
import { createReference, endpoints } from './reference.ts';
import type { Workspace } from './admin.ts';
import { type Product, startProduct } from './product.ts';
import { addresses, agents, hosts, landings, site } from './traffic/known.ts';

const nowMs = Date.UTC(2026, 4, 6, 12);
const types = ['$pageview', '$pageleave', '$dead_click', '$rage_click', 'signup'];

// The same visitors do the same on the same pages, from other locations and links, and three times as often in the second workspace.
const sent = [deliveries(0, 1), deliveries(1, 3), []];
const references = sent.map((own) => createReference(own));

describe('two workspaces', () => {
  let product: Product;
  let tenants: Workspace[];

  beforeAll(async () => {
    product = await startProduct(nowMs);
    tenants = await Promise.all(sent.map(() => product.createWorkspace()));
    for (const [index, tenant] of tenants.entries()) await send(product, sent[index] ?? [], tenant);
    await product.stored();
  });

  afterAll(() => product.stop());

  it.each(endpoints)('F9 returns each workspace only its %s, computed and from the cache', async (endpoint) => {
    const expected = references.map((reference) => reference.result(endpoint, {}, nowMs));
    expect(expected[0]).not.toEqual(expected[1]);
    for (const isCached of [false, true]) {
      for (const [index, tenant] of tenants.entries()) {
        const { fromCache, workspaceId, success: _, ...result } = await product.read(endpoint, {}, tenant);
        expect({ fromCache, workspaceId, result }).toEqual({
          // A result that counts nothing is computed each time.
          fromCache: isCached && sent[index]?.length !== 0,
          workspaceId: tenant.workspaceId,
          result: expected[index],
        });
      }
    }
  });
});

/** Returns the events of two visitors on two pages: `times` times each, with the origin as the only difference. */
function deliveries(variant: number, times: number): Delivery[] {
  const agent = agents[variant] ?? agents[0];
  const address = addresses[variant] ?? addresses[0];
  const landing = landings.filter(({ adPlatform, utmCampaign }) => adPlatform !== '' || utmCampaign !== '')[
    variant * 3
  ];
  if (!agent || !address || !landing) throw new Error('too few known attributes');
  const { query, referrer, ...origin } = landing;
  const rounds = Array.from({ length: times }, (_, round) => round);
  const steps = [1, 2, 3, 4, 5].flatMap(() => types).map((type, place) => ({ type, place }));
  return rounds.flatMap((round) =>
    ['/a', '/b'].flatMap((path, visitor) =>
      steps.map(({ type, place }) => ({
        event: {
          type,
          id: `0195a000-0000-7000-8000-${String(round * 1000 + visitor * 100 + place).padStart(12, '0')}`,
          timestamp: nowMs - 4 * minuteMs - round * dayMs + place,
          visitorId: `visitor-${visitor}`,
          sessionId: `session-${visitor}-${round}`,
          url: `${site}${path}${query}`,
          title: `Title ${variant}`,
          userAgent: agent.userAgent,
          ip: address.ip,
          ...(referrer === undefined ? {} : { referrer }),
          ...(type === '$pageleave' ? { scrollDepth: 20 + variant, engagedSeconds: 5 + variant } : {}),
        },
        attributes: { ...origin, ...agent, ...address, path, hostname: hosts[0].hostname },
        key: 'secret',
        person: 'nobody',
        requestIndex: 0,
        receivedAtMs: nowMs,
      })),
    ),
  );
}

async function send(product: Product, own: readonly Delivery[], tenant: Workspace): Promise<void> {
  if (own.length === 0) return;
  const events = own.map(({ event }) => event);
  const verdict = await product.send({ key: 'secret', agent: 'test', body: { events } }, tenant);
  expect(verdict.rejectedIndexes).toEqual([]);
}
