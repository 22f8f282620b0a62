/** The intake report of a workspace: each reason to refuse, sent to a real ingest server and read back through the admin API. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ingestLimits } from '@footfall/ingest';
import { createLogger } from '@footfall/process';
import { loadSettings } from '@footfall/process/settings';
import { openPorts, type Standalone, standaloneSettingsSchema, startOnPorts } from '@footfall/standalone';
import { openState } from '@footfall/state';
import { ownNamespace, servers, responseFrom, waitMsMax } from '@footfall/test-servers';
import { type Running, startHere } from '@footfall/test-servers/running';
import { administer, adminToken, createWorkspace, type Workspace } from './admin.ts';
import { hourMs, minuteMs } from './reference/calendar.ts';

const eventsPerMinute = 20;
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** The report when nothing has arrived. */
const nothing = {
  minutes: 30,
  accepted: 0,
  refused: [],
  last: null,
  help: 'No request for this workspace has arrived in the last 30 minutes. Is the script tag on the page, with the whole key in data-key?',
};

interface Intake {
  minutes: number;
  accepted: number;
  refused: {
    code: string;
    message: string;
    count: number;
    help: string | null;
    lastAt: string;
    origin: string | null;
  }[];
  last: { at: string; type: string; path: string; country: string } | null;
}

/** A workspace with a separate domain, and functions that send to it. */
interface Shop extends Workspace {
  site: string;
  /** Sends from a page of the site, or with `headers`. */
  send(body: unknown, headers?: Readonly<Record<string, string>>, query?: string): Promise<number>;
}

/** The reports of both drivers pass one contract: this runs on Redis if there is one, where several processes report. */
const { REDIS_URL } = servers();
const found = REDIS_URL === undefined ? {} : { REDIS_URL };

describe('the intake report', () => {
  let namespace: ReturnType<typeof ownNamespace>;
  let dataDir: string;
  let product: Running<Standalone>;
  let shops = 0;
  const clock = { nowMs: Date.UTC(2026, 10, 20, 12, 0, 30) };

  beforeAll(async () => {
    namespace = ownNamespace(found);
    dataDir = await mkdtemp(join(tmpdir(), 'footfall-intake-'));
    const settings = loadSettings(standaloneSettingsSchema, {
      ...namespace.settings,
      DATA_DIR: dataDir,
      API_PORT: '0',
      INGEST_PORT: '0',
      ADMIN_TOKEN: adminToken,
      INGEST_EVENTS_PER_MINUTE: String(eventsPerMinute),
      TRUST_PROXY: '1',
    });
    const surroundings = { logger: createLogger('footfall', { write: () => {} }), now: () => clock.nowMs };
    const limits = { ...ingestLimits, identifyDeadlineMs: waitMsMax, acceptDeadlineMs: waitMsMax };
    product = await startHere(async (lifetime) => {
      const ports = await openPorts(settings, surroundings, lifetime);
      return startOnPorts({ ...surroundings, settings, ports, ingestLimits: limits }, lifetime);
    });
  });
  afterAll(async () => {
    await product?.stop();
    await namespace.remove();
    await rm(dataDir, { recursive: true });
  });

  const callAdmin = (method: string, path: string, body?: object) => administer(product.apiUrl, method, path, body);
  const openShop = async (): Promise<Shop> => {
    shops += 1;
    const domain = `shop-${shops}.test`;
    const site = `https://${domain}`;
    const address = `203.0.113.${shops}`;
    return {
      ...(await createWorkspace(product.apiUrl, { domain })),
      site,
      async send(body, headers = {}, query = '') {
        const response = await responseFrom(`${product.ingestUrl}/api/v1/events${query}`, {
          method: 'POST',
          headers: { 'User-Agent': chrome, Origin: site, 'X-Forwarded-For': address, ...headers },
          body: JSON.stringify(body),
        });
        await response.arrayBuffer();
        return response.status;
      },
    };
  };
  const read = async ({ workspaceId }: Shop): Promise<Intake> =>
    Object(await callAdmin('GET', `/workspaces/${workspaceId}/intake`));
  /** Reads until a report arrives: reports are sent once a second. */
  const seen = async (shop: Shop, isThere: (intake: Intake) => boolean): Promise<Intake> => {
    const givesUpAt = Date.now() + waitMsMax;
    for (;;) {
      const intake = await read(shop);
      if (isThere(intake) || Date.now() > givesUpAt) return intake;
      await pause(50);
    }
  };
  const pageview = ({ site }: Shop, more = {}) => ({ type: '$pageview', url: `${site}/pricing?secret=1#x`, ...more });

  it('is empty before any event has arrived, with all fields', async () => {
    expect(await read(await openShop())).toEqual(nothing);
  });

  it('contains the accepted events and their origin, without the query string', async () => {
    const shop = await openShop();
    expect(await shop.send({ key: shop.publicKey, events: [pageview(shop), pageview(shop)] })).toBe(202);
    expect(await seen(shop, ({ accepted }) => accepted > 0)).toEqual({
      minutes: 30,
      accepted: 2,
      refused: [],
      last: { at: new Date(clock.nowMs).toISOString(), type: '$pageview', path: '/pricing', country: 'ZZ' },
      help: null,
    });
  });

  type Case = [
    code: string,
    status: number,
    send: (shop: Shop) => Promise<number>,
    origin?: (shop: Shop) => string | null,
  ];
  const batch = (shop: Shop, events: readonly object[]) => shop.send({ key: shop.publicKey, events });
  /** Codes whose message is sufficient advice. */
  const isSelfEvident = new Set(['INVALID_EVENT', 'BAD_REQUEST', 'UNSUPPORTED_MEDIA_TYPE']);
  const cases: Case[] = [
    // First, because it moves the clock.
    [
      'EXPIRED_KEY',
      401,
      async (shop) => {
        const expiresAt = new Date(clock.nowMs + hourMs).toISOString();
        const body = { type: 'public', expiresAt };
        const { key } = Object(await callAdmin('POST', `/workspaces/${shop.workspaceId}/keys`, body));
        clock.nowMs += 2 * hourMs;
        // From a page of any site: the key identifies the workspace.
        return shop.send({ key, events: [pageview(shop)] }, { Origin: 'https://elsewhere.test' });
      },
      () => 'https://elsewhere.test',
    ],
    ['NO_KEY', 401, (shop) => shop.send(pageview(shop))],
    ['UNKNOWN_KEY', 401, (shop) => shop.send({ key: `pk_live_${'x'.repeat(32)}`, events: [pageview(shop)] })],
    ['UNKNOWN_KEY', 401, (shop) => shop.send({ key: 'pk_live_…', events: [pageview(shop)] })],
    [
      'CONFLICTING_KEYS',
      401,
      (shop) => shop.send(pageview(shop), { 'X-API-Key': shop.publicKey }, `?key=pk_live_${'x'.repeat(32)}`),
    ],
    [
      'REVOKED_KEY',
      401,
      async (shop) => {
        const { key, keyId } = Object(
          await callAdmin('POST', `/workspaces/${shop.workspaceId}/keys`, { type: 'public' }),
        );
        await callAdmin('DELETE', `/keys/${keyId}`);
        return shop.send({ key, events: [pageview(shop)] });
      },
    ],
    [
      'ORIGIN_NOT_ALLOWED',
      403,
      (shop) => shop.send({ key: shop.publicKey, events: [pageview(shop)] }, { Origin: 'http://staging.example:8080' }),
      () => 'http://staging.example:8080',
    ],
    [
      'ORIGIN_NOT_ALLOWED',
      403,
      (shop) => shop.send({ key: shop.publicKey, events: [pageview(shop)] }, { Origin: 'null' }),
      () => null,
    ],
    ['SECRET_KEY_IN_PAGE', 403, (shop) => shop.send(pageview(shop), { 'X-API-Key': shop.secretKey })],
    [
      'SECRET_KEY_IN_OPEN',
      403,
      (shop) => shop.send(pageview(shop), { Origin: 'https://elsewhere.test' }, `?key=${shop.secretKey}`),
      () => 'https://elsewhere.test',
    ],
    [
      'BOT',
      400,
      (shop) => shop.send({ key: shop.publicKey, events: [pageview(shop)] }, { 'User-Agent': 'Googlebot/2.1' }),
    ],
    ['INVALID_EVENT', 400, (shop) => batch(shop, [{ type: '$pageview' }])],
    ['INVALID_TIMESTAMP', 400, (shop) => batch(shop, [pageview(shop, { timestamp: 'yesterday' })])],
    ['FORBIDDEN_FIELD', 400, (shop) => batch(shop, [pageview(shop, { ip: '192.0.2.1' })])],
    ['EVENT_TOO_LARGE', 400, (shop) => batch(shop, [pageview(shop, { props: { a: { b: { c: 1 } } } })])],
    ['BAD_REQUEST', 400, (shop) => batch(shop, [])],
    [
      'UNSUPPORTED_MEDIA_TYPE',
      415,
      (shop) => shop.send(pageview(shop), { 'X-API-Key': shop.publicKey, 'Content-Type': 'text/html' }),
    ],
    [
      'RATE_LIMIT',
      429,
      async (shop) => {
        await batch(
          shop,
          Array.from({ length: eventsPerMinute }, () => pageview(shop)),
        );
        return batch(shop, [pageview(shop)]);
      },
    ],
  ];

  describe('contains the reason of a refusal:', () => {
    const sent: { shop: Shop; status: number; at: string }[] = [];
    beforeAll(async () => {
      for (const [, , send] of cases) {
        const shop = await openShop();
        const status = await send(shop);
        sent.push({ shop, status, at: new Date(clock.nowMs).toISOString() });
      }
    });

    it.each(cases.map(([code, status], index) => [code, status, index] as const))(
      '%s, %i',
      async (code, status, index) => {
        const outcome = sent[index];
        if (!outcome) throw new Error('it was not sent');
        const { shop, at } = outcome;
        const originOf = cases[index]?.[3] ?? (({ site }: Shop) => site);
        const { refused } = await seen(shop, (intake) => intake.refused.length > 0);
        const message = expect.stringMatching(/^.{10,}$/);
        expect([outcome.status, refused]).toEqual([
          status,
          [
            {
              code,
              message,
              help: isSelfEvident.has(code) ? null : message,
              count: 1,
              lastAt: at,
              origin: originOf(shop),
            },
          ],
        ]);
        expect(JSON.stringify(refused)).not.toMatch(/[ps]k_live_x|203\.0\.113|Googlebot|secret=1/);
      },
    );
  });

  it('says why a page may not name its origin, instead of advising to allow a host that it does not have', async () => {
    const shop = await openShop();
    expect(await shop.send({ key: shop.publicKey, events: [pageview(shop)] }, { Origin: 'null' })).toBe(403);
    const { refused } = await seen(shop, (intake) => intake.refused.length > 0);
    expect(refused[0]?.help).toMatch(/Referrer-Policy/);
    expect(refused[0]?.help).not.toMatch(/its host/);
  });

  it('counts refused events next to accepted ones, and is visible to no other workspace', async () => {
    const shop = await openShop();
    const other = await openShop();
    const wrong = { type: '$pageview' };
    expect(await batch(shop, [pageview(shop), wrong, wrong])).toBe(202);
    const intake = await seen(shop, ({ accepted }) => accepted > 0);
    expect(intake).toMatchObject({ accepted: 1, refused: [{ code: 'INVALID_EVENT', count: 2, origin: shop.site }] });
    expect(await read(other)).toEqual(nothing);
  });

  it('adds up for half an hour, and then expires', async () => {
    const shop = await openShop();
    await batch(shop, [pageview(shop)]);
    await seen(shop, ({ accepted }) => accepted === 1);
    clock.nowMs += 20 * minuteMs;
    await batch(shop, [pageview(shop)]);
    await seen(shop, ({ accepted }) => accepted === 2);
    clock.nowMs += 20 * minuteMs;
    expect(await read(shop)).toMatchObject({ accepted: 1 });
    clock.nowMs += 20 * minuteMs;
    expect(await read(shop)).toEqual(nothing);
  });

  if (REDIS_URL !== undefined) {
    it('is the sum over all ingest processes', async () => {
      const shop = await openShop();
      await batch(shop, [pageview(shop)]);
      await seen(shop, ({ accepted }) => accepted === 1);
      const { REDIS_URL: url = '' } = namespace.settings;
      const another = await openState({ DATA_DIR: dataDir, REDIS_URL: url }, { now: Date.now });
      const report = { accepted: 5, refused: [], last: null };
      await another.reports.put(shop.workspaceId, Math.floor(clock.nowMs / minuteMs), JSON.stringify(report));
      await another.close();
      expect(await read(shop)).toMatchObject({ accepted: 6, last: { path: '/pricing' } });
    });
  }
});
