/**
 * Measures ingest: requests with one event of the same visitor, of visitors with IDs and of new visitors, and batches;
 * for bare `node:http`, for the ingest app on a stubbed log, for the whole product of this checkout and of another, and for
 * GoatCounter. Contenders alternate. Requires a build and Linux.
 */
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { compare, figure, limit, median, type Table, type Verdict } from './finding.ts';
import { type Load, type Measured, measure } from './ingest/measure.ts';
import { type Server, startPart, startPeer, startProduct } from './ingest/server.ts';
import { progress, progressEnds } from './progress.ts';
import { publish } from './results.ts';

const usage = `Usage: node bench/dist/ingest.js [--before DIR] [--goatcounter FILE] [--seconds N] [--rounds N] [--no-write]
  --before       another checkout, which has been built
  --goatcounter  the executable of GoatCounter
  --seconds      of each measurement, 5 by default
  --rounds       of which the median is taken, 5 by default
  --no-write     leaves docs/performance.md as it is`;

/** A server that imports batches keeps few connections. */
const connectionsOf = (sender: string) => (sender === 'batches of 500' ? 4 : 32);
const unseen = 'new visitors';
const senders = ['the same visitor', 'visitors with IDs', unseen, 'batches of 20', 'batches of 500'];

const { values: options } = parseArgs({
  options: {
    before: { type: 'string' },
    goatcounter: { type: 'string' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '5' },
    'no-write': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

interface Contender {
  name: string;
  /** The kinds of senders that it supports. */
  senders: readonly string[];
  start(): Promise<Server>;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
const { before, goatcounter } = options;
const bare: Contender = { name: 'bare node:http', senders, start: () => startPart('bare') };
const stubbed: Contender = { name: 'log stubbed', senders, start: () => startPart('stubbed') };
const product: Contender = { name: 'Footfall', senders, start: () => startProduct(root) };
const versionBefore: Contender | undefined =
  before === undefined ? undefined : { name: 'version before', senders, start: () => startProduct(before) };
/** It distinguishes visitors by address and browser alone, and its script sends no batches. */
const peer: Contender | undefined =
  goatcounter === undefined
    ? undefined
    : { name: 'GoatCounter', senders: ['the same visitor', unseen], start: () => startPeer(goatcounter) };
const contenders = [bare, stubbed, product, versionBefore, peer].filter((one) => one !== undefined);

type Results = ReadonlyMap<Contender, ReadonlyMap<string, Measured[]>>;

async function measureAll(): Promise<Results> {
  const results = new Map(
    contenders.map((one) => [one, new Map<string, Measured[]>(senders.map((name) => [name, []]))]),
  );
  for (let round = 1; round <= Number(options.rounds); round += 1) {
    for (const contender of contenders) {
      const server = await contender.start();
      try {
        for (const sender of contender.senders) {
          progress(`round ${round}`, `${contender.name}, ${sender}`);
          const load: Load = { sender, seconds: Number(options.seconds), connections: connectionsOf(sender) };
          results
            .get(contender)
            ?.get(sender)
            ?.push(await measure(server, load));
        }
      } finally {
        await server.stop();
      }
    }
  }
  progressEnds();
  return results;
}

function judge(results: Results): { verdicts: Verdict[]; tables: Table[]; notes: string[] } {
  const of = (contender: Contender, sender: string, read: (measured: Measured) => number) =>
    median((results.get(contender)?.get(sender) ?? []).map(read));
  const rate = (contender: Contender, sender: string) => of(contender, sender, (one) => one.requestsPerSecond);
  const side = (what: string, ours: number, other: number, otherName: string, atLeast: number) =>
    compare(what, { footfall: ours, other, unit: 'requests/s', otherName }, { atLeast });
  const verdicts = [
    ...(versionBefore ? [side(unseen, rate(product, unseen), rate(versionBefore, unseen), versionBefore.name, 4)] : []),
    ...(peer ? [side(unseen, rate(product, unseen), rate(peer, unseen), peer.name, 2)] : []),
    side(`${unseen}, log stubbed`, rate(stubbed, unseen), rate(bare, unseen), bare.name, 0.6),
    limit(
      'batches of 20, log stubbed',
      of(stubbed, 'batches of 20', (one) => one.eventsPerSecond),
      'events/s',
      {
        atLeast: 100_000,
      },
    ),
  ];
  const rows = senders.flatMap((sender) =>
    contenders
      .filter((contender) => contender.senders.includes(sender))
      .map((contender) => {
        const read = (of_: (measured: Measured) => number) => figure(of(contender, sender, of_));
        return [
          sender,
          contender.name,
          read((one) => one.requestsPerSecond),
          read((one) => one.eventsPerSecond),
          read((one) => one.p50Ms),
          read((one) => one.p99Ms),
          read((one) => one.mainUs),
          read((one) => one.allUs),
          read((one) => one.anonymousMb),
        ];
      }),
  );
  const steps = [
    ...new Set((results.get(product)?.get(unseen) ?? []).flatMap(({ steps: known }) => [...known.keys()])),
  ];
  const stepRows = steps.map((step) => [
    step,
    ...[unseen, 'batches of 500'].map((sender) => figure(of(product, sender, (one) => one.steps.get(step) ?? 0))),
  ]);
  return {
    verdicts,
    tables: [
      {
        head: ['sender', '', 'requests/s', 'events/s', 'p50, ms', 'p99, ms', 'main thread, µs', 'process, µs', 'MB'],
        rows,
      },
      { head: ['step', `${unseen}, µs per event`, 'batches of 500, µs per event'], rows: stepRows },
    ],
    notes: [
      `32 connections, 4 for batches of 500, each with one request at a time; the sender runs on the other core. CPU time is per request; MB is anonymous memory after the run.`,
      'The steps are those of the whole product. `session` and `publish` include waiting for the state and for the commit.',
      ...(peer ? ['GoatCounter acknowledges events once they are in memory, and stores them every ten seconds.'] : []),
    ],
  };
}

if (options.help) console.log(usage);
else {
  const began = performance.now();
  const results = await measureAll();
  const finding = {
    id: '8',
    title: 'Ingest',
    promise:
      'For new visitors, four times the requests of the previous version and twice those of GoatCounter; 60 % of bare `node:http` with the log stubbed.',
    size: `${options.seconds} s each, ${options.rounds} rounds`,
    ...judge(results),
  };
  publish(finding, { began, engine: 'embedded engine', isWritten: !options['no-write'] });
}
