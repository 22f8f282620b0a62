/** The tables of a design in a store: filled from its events, once. */
import type { Warehouse } from '@footfall/warehouse';
import { progress } from '../progress.ts';
import { type Design, fillDesign, type Range } from './design.ts';

const chunkEvents = 1_000_000;

/** `events` is their approximate number, all of them in `range`. */
export async function fillDesignOnce(
  warehouse: Pick<Warehouse, 'read' | 'command'>,
  design: Design,
  events: number,
  range: Range,
): Promise<void> {
  const [done] = await warehouse.read<{ n: number }>({
    sql: 'SELECT count() AS n FROM system.tables WHERE database = currentDatabase() AND name = {name:String}',
    params: { name: design.marker },
  });
  if (done && done.n > 0) return;
  await fillDesign(warehouse, design, range, Math.ceil(events / chunkEvents), (part) =>
    progress(`fills the ${design.name}`, `${Math.round(part * 100)} %`),
  );
  await warehouse.command({ sql: `CREATE TABLE ${design.marker} (at DateTime) ENGINE = TinyLog` });
}
