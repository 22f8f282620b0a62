/** Benchmarks on separate processes, by scripts that can also be run alone. */
import { compare, figure, limit } from '../finding.ts';
import { numberIn, outputOf } from '../json-output.ts';
import type { LoneTarget } from './target.ts';

export const consumer: LoneTarget = {
  id: '6',
  title: 'Consumer',
  promise:
    'From decoding to insert, at least 80 % of the speed of only inserting prepared Native blocks into `events`.',
  size: 'batches of 5,000 events',
  needs: 'CLICKHOUSE_URL',
  async measure({ clickhouseUrl }) {
    if (clickhouseUrl === undefined) return undefined;
    const json = await outputOf('dist/consumer.js', ['--json'], { isEmbedded: false });
    const sides = { footfall: numberIn(json, 'consumer'), other: numberIn(json, 'ready') };
    return {
      verdicts: [compare('events stored', { ...sides, unit: 'events/s', otherName: 'ready blocks' }, { atLeast: 0.8 })],
      notes: [
        `${figure(numberIn(json, 'cpuUsPerEvent'))} µs of the consumer's CPU time per event; the rollups run at the same time.`,
      ],
    };
  },
};

export const cachedResponse: LoneTarget = {
  id: '9',
  title: 'A cached response',
  promise:
    'At least 50 % of the requests of a bare `node:http` server that responds to GET with a body of the same size.',
  size: 'a response of 20 pages, 32 connections',
  async measure() {
    const output = await outputOf('cached-response.mjs', ['--only', 'enterprise'], { isEmbedded: true });
    const rate = (side: string) => Number(new RegExp(`^\\s*${side}\\s+(\\d+) responses/s`, 'm').exec(output)?.[1]);
    const sides = { footfall: rate('now'), other: rate('bare') };
    const [, cpuShare] = /^\s*now.*\((\d+) % of bare's speed by it\)/m.exec(output) ?? [];
    return {
      notes: [`By CPU time per response, which other work distorts less, the ratio is ${cpuShare} %.`],
      verdicts: [
        compare('cached responses', { ...sides, unit: 'responses/s', otherName: 'bare node:http' }, { atLeast: 0.5 }),
      ],
    };
  },
};

export const standaloneMemory: LoneTarget = {
  id: '11b',
  title: 'Memory of the standalone process',
  promise:
    'At most 250 MB of anonymous memory at rest with 1 M events, 200 MB with 20 thousand; within a hard limit of 700 MB, pages of files included, the process survives their arrival and the import of a log.',
  size: '1,000,000 and 20,000 events over HTTP, one per request, then a log of 100,000 lines',
  async measure() {
    const small = await outputOf('memory.mjs', ['--events', '20000', '--json'], { isEmbedded: true });
    const large = await outputOf('memory.mjs', ['--json'], { isEmbedded: true });
    return {
      verdicts: [
        limit('at rest with 20 thousand events', numberIn(small, 'restMb'), 'MB', { atMost: 200 }),
        limit('at rest with 1 M events', numberIn(large, 'restMb'), 'MB', { atMost: 250 }),
        limit('processes killed by the limit', numberIn(large, 'killed'), '', { atMost: 0 }),
      ],
      notes: [
        `At rest is a minute after the events were rolled up. ${figure(numberIn(large, 'restartMb'))} MB after a restart; at most ${figure(numberIn(large, 'peakMb'))} MB on the way.`,
      ],
    };
  },
};

export const ingestMemory: LoneTarget = {
  id: '11c',
  title: 'Memory of ingest',
  promise: 'At most 150 MB after 1 M events.',
  size: '1,000,000 events over HTTP, of 20,000 visitors',
  async measure() {
    const json = await outputOf('ingest-memory.mjs', ['--json'], { isEmbedded: true });
    return {
      verdicts: [limit('resident after 1 M events', numberIn(json, 'loadedMb'), 'MB', { atMost: 150 })],
      notes: [
        `${figure(numberIn(json, 'restMb'))} MB before, ${figure(numberIn(json, 'ownMb'))} MB after without pages of files. The bus and the sessions respond at once; the clients of Kafka and Redis are not included.`,
      ],
    };
  },
};
