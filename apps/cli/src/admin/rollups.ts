/** `footfall rollups`: the state of the rollups, the source of the figures of large workspaces. */
import { type Rollups, rollupsSchema } from '@footfall/schemas';
import type { Command } from 'commander';
import { z } from 'zod';
import type { AdminClient } from '../clients/admin-client.ts';
import { count, print, renderTable } from '../terminal/table.ts';

/** The resource, including fields that a newer server adds. */
export const rollupsResponse = rollupsSchema.loose().extend({
  tables: z.array(rollupsSchema.shape.tables.element.loose()),
});

const details = `
Queries on large workspaces read rollups, which the consumer updates in batches,
every ten seconds while there are new events. It creates them once more than
EVENTS_READ_MAX events are stored, or at the first footfall rebuild. footfall
verify compares them with the events, and footfall rebuild recomputes them.

Examples:
  footfall rollups
  footfall rollups --json`;

/** Adds `rollups` below `parent`. */
export function addRollupsCommand(parent: Command, admin: () => AdminClient): void {
  parent
    .command('rollups')
    .description('show the progress and size of the rollups')
    .option('--json', 'print JSON')
    .addHelpText('after', details)
    .action(async ({ json }: { json?: true }) => {
      print(await admin().call('GET', '/rollups', rollupsResponse), json, render);
    });
}

function render({ batch, at, ageSeconds, isComplete, events, eventsRolledUp, lagEvents, tables }: Rollups): string {
  if (at === null) {
    return `There are no rollups: none are needed up to EVENTS_READ_MAX events (by default 50,000), and ${count(events)} are stored`;
  }
  const lines = [
    ['last batch', `${count(batch)}, ${age(ageSeconds ?? 0)} ago (${at})`],
    ['events', `${count(eventsRolledUp)} rolled up, lag ${count(lagEvents)}`],
    ['complete', isComplete ? 'yes' : 'no: every query reads the events'],
  ];
  const width = 12;
  const rows = tables.map((each) => [each.table, count(each.rows), count(each.bytes)]);
  const total = (figure: 'rows' | 'bytes') => count(tables.reduce((sum, each) => sum + each[figure], 0));
  const head = lines.map(([name = '', text]) => `${name.padEnd(width)}${text}`).join('\n');
  return `${head}\n\n${renderTable(['table', 'rows', 'bytes'], [...rows, ['all', total('rows'), total('bytes')]])}`;
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** Returns the age in the largest unit of which there is at least one. */
function age(seconds: number): string {
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`;
}
