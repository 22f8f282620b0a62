/**
 * The cost of the tracker for a page, in Chromium: the page is loaded and clicked without a tracker, with the core and
 * with the full tracker, in turn; a ticker changes it ten times a second. Prints main-thread times from the browser's trace.
 * Usage: pnpm --filter @footfall/bench tracker [--elements N] [--clicks N]
 */
import { createServer, type Server } from 'node:http';
import { parseArgs } from 'node:util';
import { listenLocally } from '@footfall/test-servers';
import { launchChromium } from '@footfall/test-servers/chromium';
import { scripts } from '@footfall/tracker/scripts';
import type { Browser } from 'playwright-core';
import { median } from './finding.ts';
import { progress, progressEnds } from './progress.ts';

const { values: options } = parseArgs({
  options: {
    elements: { type: 'string', default: '2000' },
    clicks: { type: 'string', default: '40' },
  },
});
const rounds = 7;
const longTaskMs = 50;
const variants = ['none', 'tracker.core.js', 'tracker.js'] as const;
type Variant = (typeof variants)[number];

/** An entry of the browser's trace; times in microseconds. */
interface TraceEvent {
  name: string;
  ts: number;
  dur?: number;
  args: { data?: { url?: string; type?: string }; fileName?: string };
}

interface Cost {
  /** The time to compile and run the script, in milliseconds. */
  loadMs: number;
  /** The time that the tracker runs from the first click on, in milliseconds per click. */
  clickMs: number;
  /** The time to handle a click in total, including the page's handlers, in milliseconds. */
  dispatchMs: number;
  longTasks: number;
  requests: number;
}

function page(variant: Variant, elements: number): string {
  const tag = variant === 'none' ? '' : `<script defer src="/${variant}" data-key="pk_live_bench"></script>`;
  const list = Array.from({ length: elements }, (_, index) => `<p>Paragraph ${index} <b>of many</b></p>`).join('');
  return `<!doctype html><title>Bench</title>${tag}<button id="works">Works</button> <i id="ticker"></i>${list}
<script>
let count = 0;
works.addEventListener('click', () => { works.textContent = 'Works ' + ++count; });
setInterval(() => { ticker.textContent = Date.now(); }, 100);
</script>`;
}

/** Serves the page of each variant and the scripts, and accepts events. */
function createSite(elements: number, sent: () => void): Server {
  return createServer((request, response) => {
    const path = request.url ?? '/';
    if (request.method === 'POST') {
      sent();
      request.resume().on('end', () => response.writeHead(202).end('{}'));
    } else if (path === '/tracker.js' || path === '/tracker.core.js') {
      response
        .writeHead(200, { 'content-type': 'text/javascript' })
        .end(scripts[path === '/tracker.js' ? 'tracker.js' : 'tracker.core.js']);
    } else {
      const variant = variants.find((name) => path === `/page/${name}`);
      response.writeHead(variant ? 200 : 404, { 'content-type': 'text/html' }).end(variant && page(variant, elements));
    }
  });
}

async function measure(browser: Browser, url: string, clicks: number, requests: () => number): Promise<Cost> {
  const context = await browser.newContext();
  const tab = await context.newPage();
  const requestsBefore = requests();
  await browser.startTracing(tab, {
    categories: ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile', 'toplevel'],
  });
  await tab.goto(url, { waitUntil: 'load' });
  for (let click = 0; click < clicks; click++) await tab.click('#works');
  // Leaving the page sends the last events.
  await tab.goto('about:blank');
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse((await browser.stopTracing()).toString());
  await context.close();
  const isTracker = (event: TraceEvent) => (event.args?.data?.url ?? event.args?.fileName ?? '').includes('/tracker.');
  const total = (events: TraceEvent[]) => events.reduce((sum, { dur = 0 }) => sum + dur, 0) / 1_000;
  const dispatches = traceEvents.filter(({ name, args }) => name === 'EventDispatch' && args.data?.type === 'click');
  const firstClick = dispatches[0]?.ts ?? Infinity;
  const named = (...names: string[]) => traceEvents.filter(({ name }) => names.includes(name));
  return {
    loadMs: total(named('EvaluateScript').filter(isTracker)),
    clickMs: total(named('FunctionCall').filter((event) => isTracker(event) && event.ts >= firstClick)) / clicks,
    dispatchMs: total(dispatches) / clicks,
    longTasks: named('RunTask', 'ThreadControllerImpl::RunTask').filter(
      (event) => isTracker(event) && (event.dur ?? 0) > longTaskMs * 1_000,
    ).length,
    requests: requests() - requestsBefore,
  };
}

async function main(): Promise<void> {
  const [elements, clicks] = [Number(options.elements), Number(options.clicks)];
  let sent = 0;
  const server = createSite(elements, () => sent++);
  const port = await listenLocally(server);
  const browser = await launchChromium();
  const costs = new Map<Variant, Cost[]>(variants.map((variant) => [variant, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const variant of variants) {
      const cost = await measure(browser, `http://site.test:${port}/page/${variant}`, clicks, () => sent);
      // The first round warms up.
      if (round > 0) costs.get(variant)?.push(cost);
      progress(`round ${round} of ${rounds}`, variant);
    }
  }
  progressEnds();
  await browser.close();
  server.close();
  console.log(
    `A page of ${elements} elements, ${clicks} clicks, a ticker of 10 changes a second; medians of ${rounds}`,
  );
  console.table(
    Object.fromEntries(
      [...costs].map(([variant, list]) => {
        const of = (key: keyof Cost) => Number(median(list.map((cost) => cost[key])).toFixed(3));
        return [
          variant,
          {
            'load ms': of('loadMs'),
            'tracker ms/click': of('clickMs'),
            'click ms, all': of('dispatchMs'),
            'long tasks': of('longTasks'),
            requests: of('requests'),
          },
        ];
      }),
    ),
  );
}

await main();
