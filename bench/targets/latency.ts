/** The latency of endpoints, uncached, next to designs that compute the same results from the same events on the same engine. */
import { readDesign, type Design, type Endpoint, endpoints } from '../designs/design.ts';
import { fillDesignOnce } from '../designs/fill-once.ts';
import { rawScan } from '../designs/raw-scan.ts';
import { sessionTable } from '../designs/session-table.ts';
import { figure, type Finding, geometricMean, share, type Verdict } from '../finding.ts';
import { progress } from '../progress.ts';
import { race } from '../race.ts';
import type { Dataset } from '../traffic/dataset.ts';
import { type DatasetTarget, lastDays } from './target.ts';

interface Timing {
  endpoint: Endpoint;
  footfall: number;
  /** Milliseconds by the name of the design. */
  others: Map<string, number>;
}

export const latency: DatasetTarget = {
  id: '1',
  title: 'Latency compared with other designs',
  promise:
    'Uncached, 30 days, geometric mean over the endpoints: at most 1/6 of a session table, at most 1/12 of a raw scan; no endpoint over 1/3 of the better of the two. Defined for 10 M events.',
  dataset: 'several',
  async measure(dataset) {
    const designs = [sessionTable, rawScan];
    const timings = await timeAll(dataset, designs);
    const ratio = (timing: Timing, design: Design) => timing.footfall / (timing.others.get(design.name) ?? Number.NaN);
    const mean = (design: Design) => geometricMean(timings.map((timing) => ratio(timing, design)));
    const overBetter = timings.map((timing) => ({
      endpoint: timing.endpoint,
      timing,
      better: Math.min(...timing.others.values()),
    }));
    const worst = overBetter.reduce((a, b) => (a.timing.footfall / a.better > b.timing.footfall / b.better ? a : b));
    return {
      verdicts: [
        meanVerdict(timings, sessionTable, mean(sessionTable), 1 / 6),
        meanVerdict(timings, rawScan, mean(rawScan), 1 / 12),
        {
          what: `${worst.endpoint}, the slowest compared with the better of the two`,
          footfall: `${figure(worst.timing.footfall)} ms`,
          other: `${figure(worst.better)} ms`,
          ratio: worst.timing.footfall / worst.better,
          target: 'at most 1/3',
          hasPassed: worst.timing.footfall / worst.better <= 1 / 3,
        },
      ],
      tables: [tableOf(timings, designs)],
    };
  },
};

export const latencyAtSize: DatasetTarget = {
  id: '2',
  title: 'Latency in one large workspace',
  promise: 'Every endpoint, 30 days: at most 1/10 of a session table. Defined for 60 M events in one workspace.',
  dataset: 'single',
  async measure(dataset) {
    const timings = await timeAll(dataset, [sessionTable]);
    const verdicts = timings.map((timing): Verdict => {
      const other = timing.others.get(sessionTable.name) ?? Number.NaN;
      return {
        what: timing.endpoint,
        footfall: `${figure(timing.footfall)} ms`,
        other: `${sessionTable.name} ${figure(other)} ms`,
        ratio: timing.footfall / other,
        target: 'at most 1/10',
        hasPassed: timing.footfall / other <= 1 / 10,
      };
    });
    return { verdicts };
  },
};

/** Returns milliseconds for each endpoint, with contenders alternating. The tables of the designs are filled from the dataset's events. */
async function timeAll(dataset: Dataset, designs: readonly Design[]): Promise<Timing[]> {
  const { store, footfall, workspaceId } = dataset;
  const { warehouse } = store;
  for (const design of designs)
    await fillDesignOnce(warehouse, design, dataset.events, lastDays(dataset, dataset.days));
  progress('waits for merges');
  await store.settle();
  const range = lastDays(dataset, 30);
  const timings: Timing[] = [];
  for (const endpoint of endpoints) {
    progress('reads', endpoint);
    const medianOf = await race<Design | undefined>([undefined, ...designs], (design) =>
      design
        ? readDesign(store.warehouse, design.requests, endpoint, workspaceId, range)
        : footfall.read(endpoint, workspaceId, range),
    );
    const others = new Map(designs.map((design) => [design.name, medianOf(design)]));
    timings.push({ endpoint, footfall: medianOf(undefined), others });
  }
  return timings;
}

function meanVerdict(timings: readonly Timing[], design: Design, ratio: number, target: number): Verdict {
  const own = geometricMean(timings.map(({ footfall }) => footfall));
  const other = geometricMean(timings.map(({ others }) => others.get(design.name) ?? Number.NaN));
  return {
    what: `geometric mean compared with the ${design.name}`,
    footfall: `${figure(own)} ms`,
    other: `${figure(other)} ms`,
    ratio,
    target: `at most ${share(target)}`,
    hasPassed: ratio <= target,
  };
}

function tableOf(timings: readonly Timing[], designs: readonly Design[]): NonNullable<Finding['tables']>[number] {
  return {
    head: ['endpoint', 'Footfall, ms', ...designs.flatMap(({ name }) => [`${name}, ms`, 'ratio'])],
    rows: timings.map(({ endpoint, footfall, others }) => [
      endpoint,
      figure(footfall),
      ...designs.flatMap(({ name }) => {
        const other = others.get(name) ?? Number.NaN;
        return [figure(other), share(footfall / other)];
      }),
    ]),
  };
}
