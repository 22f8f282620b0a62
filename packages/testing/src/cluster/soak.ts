/**
 * Load for minutes while something is killed or frozen every few seconds, and then a comparison of the sent,
 * acknowledged, stored and reported events. Run by hand: `node packages/testing/dist/cluster/soak.js --minutes 10`.
 */
import { parseArgs } from 'node:util';
import { build, waitMsMax } from '@footfall/test-servers';
import { killAll } from '../child-process.ts';
import { differences } from './results.ts';
import { reckon } from './books.ts';
import { Clients } from './clients.ts';
import { startCluster } from './cluster.ts';
import { Mischief } from './mischief.ts';
import { NumberedEvents } from './numbered-events.ts';
import { ownServers } from './own-servers.ts';
import { isClean, type Report, table } from './soak-report.ts';

const clientsCount = 4;
const batchEvents = 10;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    /** The approximate number of events per second. */
    rate: { type: 'string', default: '300' },
    json: { type: 'boolean', default: false },
    /** Repeats the same mischief. */
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});

// Ends the process in any case.
const late = setTimeout(
  () => {
    say('giving up: it should have ended by now');
    process.exit(3);
  },
  // Servers and processes start, every event is acknowledged, and every event is stored.
  Number(values.minutes) * 60_000 + 3 * waitMsMax,
);
late.unref();
process.once('SIGINT', () => process.exit(130));
process.once('exit', killAll);

await build();
const report = await soak(Number(values.minutes), Number(values.rate), Number(values.seed));
process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : table(report));
process.exit(isClean(report) ? 0 : 1);

async function soak(minutes: number, rate: number, seed: number): Promise<Report> {
  say(`soak of ${minutes} min at ${rate} events/s, seed ${seed}`);
  const servers = await ownServers();
  try {
    const cluster = await startCluster({ product: servers.settings, ingests: 2, consumers: 2, queries: 2 });
    const { secretKey, workspaceId } = cluster.workspace;
    const clients = new Clients({
      urls: cluster.ingestUrls,
      key: secretKey,
      events: new NumberedEvents(),
      clients: clientsCount,
      batchEvents,
      pauseMs: (clientsCount * batchEvents * 1000) / rate,
    }).start();
    const startedAtMs = performance.now();
    const mischief = new Mischief(servers, cluster.members, seed, say);
    await mischief.run(minutes * 60_000, () => say(progress(clients, startedAtMs)));
    say('mischief is over; everything is started again and finishes');
    await mischief.makeGood();
    await clients.finish().catch((error: unknown) => say(String(error)));
    const seconds = (performance.now() - startedAtMs) / 1000;
    const findings = await reckon(cluster.product, workspaceId, clients.acknowledgedIds);
    const differing = await differences(
      cluster.queries.map(({ url }) => url),
      secretKey,
      clients.acknowledged,
    );
    await cluster.stop();
    return {
      minutes,
      seed,
      seconds: Math.round(seconds),
      acknowledged: clients.acknowledged.length,
      refused: clients.refusals.length,
      unacknowledged: clients.open,
      mischief: mischief.counts,
      lost: findings.lost.length,
      duplicated: findings.duplicated.length,
      repeatedPlaces: findings.repeatedPlaces.length,
      unknown: findings.unknown.length,
      differingResults: differing.map(({ endpoint }) => endpoint),
    };
  } finally {
    killAll();
    await servers.remove();
  }
}

function progress({ acknowledged, refusals }: Clients, startedAtMs: number): string {
  const seconds = Math.round((performance.now() - startedAtMs) / 1000);
  return `${seconds} s: ${acknowledged.length} acknowledged, ${refusals.length} requests to be sent again`;
}

function say(line: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);
}
