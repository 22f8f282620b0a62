/** What can go wrong between a page and ingest, what the page notices of it, and a browser whose time the test sets. */
import type { BrowserContext, Page } from 'playwright-core';
import type { Answer, Behaviour, IngestProxy } from './ingest-proxy.fixture.ts';
import { until } from './workspace.fixture.ts';

/** `hold` never answers, `cut` ends the connection; both also once ingest has the events. A function decides when it is asked. */
export type Fault =
  'deliver' | 'hold' | 'cut' | 'deliver and hold' | 'deliver and cut' | Refusal | (() => Promise<Refusal>);

interface Refusal {
  status: number;
  retryAfter?: string;
}

/** One fault for each request for events, in order; the rest is delivered, or meets `otherwise`. */
export function failing(faults: readonly Fault[], otherwise: Fault = 'deliver'): Behaviour {
  const left = [...faults];
  return async (_, deliver) => {
    const fault = left.shift() ?? otherwise;
    if (typeof fault === 'function') return refuse(await fault());
    if (typeof fault === 'object') return refuse(fault);
    const answer = fault.startsWith('deliver') ? await deliver() : undefined;
    if (fault.endsWith('hold')) return new Promise(() => undefined);
    return fault.endsWith('cut') || !answer ? 'cut' : answer;
  };
}

/** Requests wait until the function that it returns is called; then they are delivered. */
export function heldBack(proxy: IngestProxy): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  proxy.behaviour = async (_request, deliver) => {
    await released;
    return deliver();
  };
  return release;
}

/** As ingest refuses: readable by pages of any origin. */
function refuse({ status, retryAfter }: Refusal): Answer {
  return {
    status,
    headers: {
      'access-control-expose-headers': 'Retry-After',
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    },
    body: '{"success":false,"error":{"code":"TEST","message":"As the test asks."}}',
  };
}

/** What a page's own watch would see: uncaught errors, promises that nobody caught, and policies that were broken. */
export function noticed(page: Page): string[] {
  const seen: string[] = [];
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('console', (message) => {
    if (/policy|violat|trusted/i.test(message.text()) && message.type() !== 'log') seen.push(message.text());
  });
  return seen;
}

/** Lets the browser's time run on, faster than time does, until `check` throws no more. Its clock must be installed. */
export function hurryUntil<Result>(context: BrowserContext, check: () => Result, stepMs = 500): Promise<Result> {
  return until(async () => {
    try {
      return check();
    } catch (error) {
      await context.clock.runFor(stepMs);
      throw error;
    }
  });
}

/** What the docs have a page put before the tracker. */
export const stub = `<script>window.footfall = window.footfall || { q: [] }; ["track","pageview"].forEach(n => footfall[n] = footfall[n] || ((...a) => footfall.q.push([n, ...a])));</script>`;
