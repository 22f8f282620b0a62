/** Finds differences that are valid although the rollup worker is running. */
import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '@footfall/errors';
import type { Statement, Warehouse } from '../driver/port.ts';
import { type Batch, isBeingComputed, readLastBatch } from '../rollups/batch.ts';
import { readProgress } from '../rollups/targets.ts';
import { logName } from '../rollups/watermark.ts';

/** The number of tries while the worker is changing the rollups. */
const triesMax = 10;
/** The time between two tries. */
const pauseMs = 1_000;

/** Resolves with the last batch once it is in every target; undefined if that takes too many tries. Rejects with UNAVAILABLE if the rollups are being computed. */
export async function readWholeBatch(warehouse: Pick<Warehouse, 'read'>): Promise<Batch | undefined> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries > 0) await delay(pauseMs);
    const last = await readComputed(warehouse);
    const { arrived } = await readProgress(warehouse, last);
    if (arrived.every((batch) => batch === last.batch)) return last;
  }
  return undefined;
}

async function readComputed(warehouse: Pick<Warehouse, 'read'>): Promise<Batch> {
  const last = await readLastBatch(warehouse);
  if (!isBeingComputed(last)) return last;
  throw unavailable('The rollups are being computed: try again when footfall rollups says that they are complete');
}

/**
 * Resolves with the rows of a statement that finds differences, from a run during which no batch arrived. It runs again after
 * each batch; 'unsettled' if batches keep arriving. Rejects like `readWholeBatch`.
 */
export async function readSettled<Row>(
  warehouse: Pick<Warehouse, 'read'>,
  statement: Statement,
): Promise<Row[] | 'unsettled'> {
  const first = await readSeen<Row>(warehouse, await readComputed(warehouse), statement);
  if (first.length === 0) return first;
  for (let tries = 1; tries < triesMax; tries += 1) {
    const batch = await readWholeBatch(warehouse);
    if (!batch) return 'unsettled';
    const rows = await readSeen<Row>(warehouse, batch, statement);
    if (rows.length === 0) return rows;
    const after = await readLastBatch(warehouse);
    if (after.batch === batch.batch) return rows;
  }
  return 'unsettled';
}

/** Runs the statement on the `events` of this batch and all previous ones only: later events are not differences. */
export function readSeen<Row>(
  warehouse: Pick<Warehouse, 'read'>,
  { ranges }: Batch,
  { sql, params }: Statement,
): Promise<Row[]> {
  const seen = `\`offset\` < transform(concat(incarnation, ':', toString(\`partition\`)),
      {logs:Array(String)}, CAST({ends:Array(String)}, 'Array(UInt64)'), toUInt64(0))`;
  return warehouse.read<Row>({
    sql: `WITH events AS (SELECT * FROM events WHERE ${seen})\n${sql}`,
    params: { ...params, logs: ranges.map(logName), ends: ranges.map(({ end }) => String(end)) },
  });
}
