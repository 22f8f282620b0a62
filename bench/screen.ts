/**
 * Measures a screen: the cost of a dashboard's seven requests at once, of all endpoints at once, and of each alone, in the product
 * and in other designs on the same events. Contenders alternate.
 */
import { parseArgs } from 'node:util';
import { type Design, endpoints, fillDesignOnce, screenEndpoints } from './designs/design.ts';
import { rawScan } from './designs/raw-scan.ts';
import { sessionTable } from './designs/session-table.ts';
import { progress, progressEnds } from './progress.ts';
import { publish } from './results.ts';
import { designContender, footfallContender } from './screen/contender.ts';
import { judgeScreen, screenPromise } from './screen/judge.ts';
import { type Measured, measureScreen } from './screen/measure.ts';
import { narrowings } from './screen/narrowings.ts';
import { engineOf, openStoreAt, type Store } from './store.ts';
import { openDataset } from './traffic/dataset.ts';

const usage = `Usage: node bench/dist/screen.js [--store PLACE | --events N] [--rounds N] [--no-designs] [--no-write]
  --store         a data directory (with a slash), or a database of CLICKHOUSE_URL, which gets the tables of the designs
  --events        makes a store of so many events in 30 days, 1,000,000 by default
  --rounds        of which the median is taken, 9 by default
  --no-designs    measures only the product
  --no-write      leaves docs/performance.md as it is`;

const dayMs = 86_400_000;
const screenDays = 30;

const { values: options } = parseArgs({
  options: {
    store: { type: 'string' },
    events: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '9' },
    'no-designs': { type: 'boolean', default: false },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const clickhouseUrl = process.env['CLICKHOUSE_URL'];

interface Subject {
  workspaceId: string;
  events: number;
  startMs: number;
  endMs: number;
}

async function measure(store: Store): Promise<void> {
  const began = performance.now();
  const subject = await largestWorkspace(store);
  const { workspaceId, endMs } = subject;
  const scope = { workspaceId, range: { startMs: endMs - screenDays * dayMs, endMs } };
  const designs: readonly Design[] = options['no-designs'] ? [] : [sessionTable, rawScan];
  for (const design of designs) await fillDesignOnce(store.warehouse, design, subject.events, subject);
  progress('waits for merges');
  await store.settle();
  const { queries } = store.warehouse;
  const contenders = [
    footfallContender(queries, scope),
    ...designs.map(({ name, requests }) => designContender(name, requests, queries, scope)),
  ];
  const requests = [
    { what: 'the seven at once', endpoints: screenEndpoints },
    { what: 'all at once', endpoints },
    ...endpoints.map((endpoint) => ({ what: endpoint, endpoints: [endpoint] })),
  ];
  const measured = await measureScreen(contenders, requests, Number(options.rounds));
  const filtered: Measured[] = [];
  for (const { what, filter, condition } of narrowings) {
    const able = [
      footfallContender(queries, scope, { filter }),
      ...designs.flatMap(({ name, narrowed }) =>
        narrowed ? designContender(name, narrowed(condition), queries, scope) : [],
      ),
    ];
    filtered.push(...(await measureScreen(able, [{ what, endpoints: screenEndpoints }], Number(options.rounds))));
  }
  const engine = await engineOf(store);
  const kind = store.settings.CLICKHOUSE_URL === undefined ? 'embedded' : 'server';
  const finding = {
    id: `screen-${kind}-${subject.events}`,
    title: `A screen of ${subject.events.toLocaleString('en')} events, ${kind === 'embedded' ? 'embedded engine' : 'on a server'}`,
    promise: screenPromise,
    size: `${subject.events.toLocaleString('en')} events in ${Math.ceil((endMs - subject.startMs) / dayMs)} days`,
    ...judgeScreen(measured, filtered, subject.events),
  };
  progressEnds();
  publish(finding, { began, engine, isWritten: !options['no-write'] });
}

async function largestWorkspace({ warehouse }: Store): Promise<Subject> {
  const [largest] = await warehouse.read<Subject>({
    sql: `SELECT workspace_id AS workspaceId, count() AS events, toUnixTimestamp64Milli(min(timestamp)) AS startMs,
            toUnixTimestamp64Milli(max(timestamp)) + 1 AS endMs
          FROM events GROUP BY workspace_id ORDER BY events DESC LIMIT 1`,
  });
  if (!largest) throw new Error('The store has no events');
  return largest;
}

async function measureMade(): Promise<void> {
  const events = Number(options.events);
  const dataset = await openDataset('month', { clickhouseUrl, events, seed: 1, isKept: false });
  try {
    await measure(dataset.store);
  } finally {
    await dataset.close();
  }
}

async function measureStored(place: string): Promise<void> {
  const store = await openStoreAt(place, clickhouseUrl);
  try {
    await measure(store);
  } finally {
    await store.close(true);
  }
}

if (options.help) console.log(usage);
else if (options.store === undefined) await measureMade();
else await measureStored(options.store);
