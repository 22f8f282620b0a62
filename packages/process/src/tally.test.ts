/** The counts that a tally exposes. */
import { Registry } from 'prom-client';
import { tally } from './tally.ts';

it('shows what was counted under each pair of labels, however often it is read', async () => {
  const registry = new Registry();
  const count = tally(registry, { name: 'doors_total', help: 'Doors.', labelNames: ['colour', 'state'] });
  count('red', 'open');
  count('red', 'open');
  count('red', 'shut');
  await registry.metrics();
  const shown = await registry.metrics();
  expect(shown).toContain('doors_total{colour="red",state="open"} 2');
  expect(shown).toContain('doors_total{colour="red",state="shut"} 1');
});
