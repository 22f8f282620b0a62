/** Faults between a page and ingest, the errors that the page notices, and a browser whose clock the test sets. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Behaviour, IngestProxy, IngestResponse } from './ingest-proxy.fixture.ts';
import { until } from './workspace.fixture.ts';

const documentation = readFileSync(join(import.meta.dirname, '../../../../docs/tracker.md'), 'utf8');

/** `hold` never responds, `cut` ends the connection; with `deliver`, only once ingest has the events. A function decides on the refusal when the request arrives. */
export type Fault =
  'deliver' | 'hold' | 'cut' | 'deliver and hold' | 'deliver and cut' | Refusal | (() => Promise<Refusal>);

interface Refusal {
  status: number;
  retryAfter?: string;
}

/** Applies one fault to each request for events, in order; all others are delivered, or get `otherwise`. */
export function failing(faults: readonly Fault[], otherwise: Fault = 'deliver'): Behaviour {
  const left = [...faults];
  return async (_, deliver) => {
    const fault = left.shift() ?? otherwise;
    if (typeof fault === 'function') return refuse(await fault());
    if (typeof fault === 'object') return refuse(fault);
    const response = fault.startsWith('deliver') ? await deliver() : undefined;
    if (fault.endsWith('hold')) return new Promise(() => undefined);
    return fault.endsWith('cut') || !response ? 'cut' : response;
  };
}

/** Holds requests until the returned function is called; then they are delivered. */
export function heldBack(proxy: IngestProxy): () => void {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  proxy.behaviour = async (_request, deliver) => {
    await released;
    return deliver();
  };
  return release;
}

/** Refuses as ingest does: readable by pages of any origin. */
function refuse({ status, retryAfter }: Refusal): IngestResponse {
  return {
    status,
    headers: {
      'access-control-expose-headers': 'Retry-After',
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    },
    body: '{"success":false,"error":{"code":"TEST","message":"As the test requires."}}',
  };
}

/** Returns the errors that a page's own monitoring would see: uncaught errors, unhandled rejections, and policy violations. */
export function noticed(page: Page): string[] {
  const seen: string[] = [];
  page.on('pageerror', (error) => seen.push(String(error)));
  page.on('console', (message) => {
    if (/policy|violat|trusted/i.test(message.text()) && message.type() !== 'log') seen.push(message.text());
  });
  return seen;
}

/** Runs the browser's clock faster than real time until `check` no longer throws. The clock must be installed. */
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

/** The stub that the documentation puts before the tracker. */
export const stub = /<script>\n {2}window\.footfall[^]*?<\/script>/.exec(documentation)?.[0] ?? '';
