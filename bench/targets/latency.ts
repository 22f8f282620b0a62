/** The latency of endpoints, uncached, next to designs that compute the same results from the same events on the same engine. */
import { type Design, endpoints, fillDesignOnce } from '../designs/design.ts';
import { rawScan } from '../designs/raw-scan.ts';
import { sessionTable } from '../designs/session-table.ts';
import { compare, geometricMean, type Verdict } from '../finding.ts';
import { progress } from '../progress.ts';
import { roundsDefault } from '../race.ts';
import { designContender, footfallContender } from '../screen/contender.ts';
import { times } from '../screen/judge.ts';
import { type Measured, measureScreen } from '../screen/measure.ts';
import type { Dataset } from '../traffic/dataset.ts';
import { type DatasetTarget, lastDays } from './target.ts';

export const latency: DatasetTarget = {
  id: '1',
  title: 'Latency compared with other designs',
  promise:
    'Uncached, 30 days, geometric mean over the endpoints: at most 1/6 of a session table, at most 1/12 of a raw scan; no endpoint over 1/3 of the better of the two. Defined for 10 M events.',
  dataset: 'several',
  async measure(dataset) {
    const measured = await measureEach(dataset, [sessionTable, rawScan]);
    const slowest = measured.map(overBetter).reduce((a, b) => ((b.ratio ?? 0) > (a.ratio ?? 0) ? b : a));
    return {
      verdicts: [meanOver(sessionTable, measured, 1 / 6), meanOver(rawScan, measured, 1 / 12), slowest],
      tables: [times(measured)],
    };
  },
};

export const latencyAtSize: DatasetTarget = {
  id: '2',
  title: 'Latency in one large workspace',
  promise: 'Every endpoint, 30 days: at most 1/10 of a session table. Defined for 60 M events in one workspace.',
  dataset: 'single',
  async measure(dataset) {
    const measured = await measureEach(dataset, [sessionTable]);
    const verdicts = measured.map((one) => {
      const sides = { footfall: ownMs(one), other: msOf(one, sessionTable) };
      return compare(one.what, { ...sides, unit: 'ms', otherName: sessionTable.name }, { atMost: 1 / 10 });
    });
    return { verdicts };
  },
};

/** Measures each endpoint, with contenders alternating. The tables of the designs are filled from the dataset's events. */
async function measureEach(dataset: Dataset, designs: readonly Design[]): Promise<Measured[]> {
  const { store } = dataset;
  const { warehouse } = store;
  for (const design of designs)
    await fillDesignOnce(warehouse, design, dataset.events, lastDays(dataset, dataset.days));
  progress('waits for merges');
  await store.settle();
  const scope = { workspaceId: dataset.workspaceId, range: lastDays(dataset, 30) };
  const contenders = [
    footfallContender(warehouse.queries, scope),
    ...designs.map(({ name, requests }) => designContender(name, requests, warehouse, scope)),
  ];
  const requests = endpoints.map((endpoint) => ({ what: endpoint, endpoints: [endpoint] }));
  return measureScreen(contenders, requests, roundsDefault);
}

const ownMs = ({ results: [own] }: Measured) => own?.found?.ms ?? Number.NaN;
const msOf = ({ results }: Measured, design: Design) =>
  results.find(({ name }) => name === design.name)?.found?.ms ?? Number.NaN;

function meanOver(design: Design, measured: readonly Measured[], atMost: number): Verdict {
  const footfall = geometricMean(measured.map(ownMs));
  const other = geometricMean(measured.map((one) => msOf(one, design)));
  return compare(
    `geometric mean compared with the ${design.name}`,
    { footfall, other, unit: 'ms', otherName: design.name },
    { atMost },
  );
}

function overBetter(one: Measured): Verdict {
  const [, ...designs] = one.results;
  const other = Math.min(...designs.flatMap(({ found }) => found?.ms ?? []));
  return compare(
    `${one.what}, the slowest compared with the better of the two`,
    { footfall: ownMs(one), other, unit: 'ms', otherName: 'the better' },
    { atMost: 1 / 3 },
  );
}
