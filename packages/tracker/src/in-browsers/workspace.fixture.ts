/** A workspace of one test: the tag for its pages, the requests under its key, and the figures of the API. */
import { setTimeout as pause } from 'node:timers/promises';
import { waitMsMax } from '@footfall/test-servers';
import type { Product } from '@footfall/standalone/fixture';
import type { Page } from 'playwright-core';
import type { TrackedEvent } from '../event.ts';
import type { IngestProxy, IngestRequest } from './ingest-proxy.fixture.ts';

export interface Workspace {
  workspaceId: string;
  publicKey: string;
  secretKey: string;
  /** Returns the script tag; `attributes` are added to its own, `false` omits one. */
  tag(attributes?: Attributes): string;
  /** Returns a measured page. */
  page(parts?: PageParts): string;
  /** Returns the requests to ingest under this workspace's key, oldest first. */
  requests(): IngestRequest[];
  /** Returns the events in these requests, each once however often it was sent, in the order of its first request. */
  sent(type?: string): TrackedEvent[];
  /** Resolves with a response of the API, never from its cache; the default range is the current hour. It contains all events that ingest has accepted. */
  read(endpoint: string, params?: Record<string, string>): Promise<ApiResult>;
  /** Waits until that many different events of a type, or of any, have been accepted. */
  accepted(count: number, type?: string): Promise<TrackedEvent[]>;
  /** Resolves with the number of events in the API, by type. */
  counted(): Promise<Record<string, number>>;
  /** Waits until a last event of the page has been accepted, so that nothing earlier is still on its way, and the API counts each event exactly once; resolves with its counts without that last one. */
  settled(page: Page): Promise<Record<string, number>>;
}

export type Attributes = Readonly<Record<string, string | true | false>>;

export interface PageParts {
  title?: string;
  head?: string;
  body?: string;
  /** Attributes of the script tag. */
  attributes?: Attributes;
}

/** The body of a response; a test knows its form. */
// oxlint-disable-next-line typescript/no-explicit-any -- each endpoint has a different result, which tests compare.
export type ApiResult = Record<string, any>;

interface Surroundings {
  product: Product;
  proxy: IngestProxy;
  adminToken: string;
  ingestUrl: string;
}

const pollMs = 25;
const hourMs = 3_600_000;
/** Makes every request unique, so that no response comes from the cache. */
let requests = 0;

/** The type of the event that `settled` tracks. */
const lastType = 'last';

/** Returns the events without those whose ID came before. */
function distinct(events: readonly TrackedEvent[]): TrackedEvent[] {
  return [...new Map(events.map((event) => [event.id, event])).values()];
}

function countByType(events: readonly TrackedEvent[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type } of events) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

/** Waits until `check` no longer throws, and resolves with its result; after the deadline it rejects with the last error. */
export async function until<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  const end = Date.now() + waitMsMax;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(pollMs);
    }
  }
}

export async function createWorkspace({ product, proxy, adminToken, ingestUrl }: Surroundings): Promise<Workspace> {
  const administer = async (path: string, body: object) => {
    const response = await fetch(`${product.apiUrl}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 201) throw new Error(`${path}: ${response.status} ${text}`);
    const { data }: { data: Record<string, string> } = JSON.parse(text);
    return data;
  };
  const { workspaceId = '' } = await administer('/workspaces', { name: 'Test', plan: 'enterprise' });
  const keyOf = async (type: string) => (await administer(`/workspaces/${workspaceId}/keys`, { type }))['key'] ?? '';
  const [publicKey, secretKey] = await Promise.all([keyOf('public'), keyOf('secret')]);

  const workspace: Workspace = {
    workspaceId,
    publicKey,
    secretKey,
    tag(attributes = {}) {
      const all = { defer: true, src: `${ingestUrl}/tracker.js`, 'data-key': publicKey, ...attributes };
      const written = Object.entries(all).map(([name, value]) =>
        value === true ? name : value === false ? '' : `${name}="${value.replaceAll('"', '&quot;')}"`,
      );
      return `<script ${written.join(' ')}></script>`;
    },
    page({ title = 'Page', head = '', body = '<p>Text</p>', attributes } = {}) {
      return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,">${head}${workspace.tag(attributes)}</head><body>${body}</body></html>`;
    },
    requests: () => proxy.requests.filter(({ key }) => key === publicKey),
    sent: (type) =>
      distinct(workspace.requests().flatMap(({ events }) => events)).filter(
        (event) => type === undefined || event.type === type,
      ),
    async read(endpoint, params = {}) {
      await product.drain();
      const now = Date.now();
      const varied: Record<string, string> =
        endpoint === 'ux-insights'
          ? { days: String(1 + (requests++ % 365)) }
          : { start: new Date(now - hourMs).toISOString(), end: new Date(now + hourMs + requests++).toISOString() };
      const query = new URLSearchParams({ ...varied, ...params }).toString();
      const response = await fetch(`${product.apiUrl}/api/v1/analytics/${endpoint}?${query}`, {
        headers: { authorization: `Bearer ${secretKey}` },
      });
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${endpoint}?${query}: ${response.status} ${text}`);
      const result: ApiResult = JSON.parse(text);
      return result;
    },
    accepted: (count, type) =>
      until(() => {
        const taken = workspace.requests().flatMap(({ status, events, rejected = [] }) => {
          const setAside = new Set(rejected.map(({ index }) => index));
          return status === 202 ? events.filter((_, index) => !setAside.has(index)) : [];
        });
        const found = distinct(taken).filter((event) => type === undefined || event.type === type);
        if (found.length < count) {
          const seen = workspace
            .requests()
            .map((one) => [one.status, one.events.map((event) => `${event.type} ${event.url}`)]);
          throw new Error(`${found.length} of ${count} accepted; requests: ${JSON.stringify(seen)}`);
        }
        return found;
      }),
    async counted() {
      const { data } = await workspace.read('events');
      const rows: { type: string; count: number }[] = data;
      return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
    },
    async settled(page) {
      const before = workspace.sent(lastType).length;
      await page.evaluate((type) => window.footfall?.track(type), lastType);
      await workspace.accepted(before + 1, lastType);
      expect(workspace.requests().flatMap(({ rejected = [] }) => rejected)).toEqual([]);
      return until(async () => {
        const counts = await workspace.counted();
        expect(counts).toEqual(countByType(workspace.sent()));
        const { [lastType]: _, ...others } = counts;
        return others;
      });
    },
  };
  return workspace;
}
