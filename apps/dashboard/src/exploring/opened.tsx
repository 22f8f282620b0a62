/** What the address says is open: everything of a panel, or the chart's table. */
import type { Access } from '../questions/api.ts';
import { panels } from '../panels/lists.ts';
import type { Bounds } from '../state/range.ts';
import { openable, type View } from '../state/view.ts';
import { AllRows } from './all-rows.tsx';
import { ChartTable } from './chart-table.tsx';

interface OpenedProps {
  view: View;
  access: Access;
  bounds: Bounds;
  nowMs: number;
  /** The visitors of the range. */
  total: number | undefined;
}

export function Opened(props: OpenedProps) {
  const { open } = props.view;
  const panel = panels.find(({ id }) => id === open);
  if (panel) return <AllRows key={panel.id} panel={panel} {...props} />;
  return open === openable.chart ? <ChartTable {...props} /> : null;
}
