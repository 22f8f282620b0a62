/** `footfall rollups`: how the rollups are, which answers of large workspaces come from. */
import type { Command } from 'commander';
import { z } from 'zod';
import type { AdminClient } from '../clients/admin-client.ts';
import { describeRebuild, rebuildSchema } from './rebuild-state.ts';
import { print, renderTable } from '../terminal/table.ts';

const stateSchema = z.object({
  run: z.int(),
  at: z.string().nullable(),
  ageSeconds: z.int().nullable(),
  events: z.int(),
  eventsSeen: z.int(),
  eventsBehind: z.int(),
  tables: z.array(z.object({ table: z.string(), rows: z.int(), bytes: z.int() })),
  rebuild: rebuildSchema.nullable(),
});
type RollupsState = z.output<typeof stateSchema>;

const details = `
Answers of large workspaces come from rollups, which the consumer brings up to date by runs, every few seconds when there
are new events. footfall verify compares them with the events, footfall rebuild makes them anew.

Examples:
  footfall rollups
  footfall rollups --json`;

/** Adds `rollups` below `parent`. */
export function addRollupsCommand(parent: Command, admin: () => AdminClient): void {
  parent
    .command('rollups')
    .description('show how far the rollups have come, and how large they are')
    .option('--json', 'print JSON')
    .addHelpText('after', details)
    .action(async ({ json }: { json?: true }) => {
      print(await admin().call('GET', '/rollups', stateSchema), json, render);
    });
}

function render({ run, at, ageSeconds, eventsSeen, eventsBehind, tables, rebuild }: RollupsState): string {
  const lines = [
    ['last run', at === null ? 'none yet' : `${count(run)}, ${age(ageSeconds ?? 0)} ago (${at})`],
    ['events', `${count(eventsSeen)} seen, ${count(eventsBehind)} behind`],
    ['rebuild', rebuild === null ? 'none was asked for' : describeRebuild(rebuild)],
  ];
  const width = 10;
  const rows = tables.map((each) => [each.table, count(each.rows), count(each.bytes)]);
  const total = (figure: 'rows' | 'bytes') => count(tables.reduce((sum, each) => sum + each[figure], 0));
  const head = lines.map(([name = '', text]) => `${name.padEnd(width)}${text}`).join('\n');
  return `${head}\n\n${renderTable(['table', 'rows', 'bytes'], [...rows, ['all', total('rows'), total('bytes')]])}`;
}

const count = (value: number) => value.toLocaleString('en');

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** In the largest unit of which it has one or more. */
function age(seconds: number): string {
  const unit = units.find(([, size]) => seconds >= size);
  return unit ? `${Math.floor(seconds / unit[1])} ${unit[0]}` : `${seconds} s`;
}
