/** The part that the URL names as open: all rows of a panel, the chart's table, a funnel, retention, the properties of an event. */
import type { Access } from '../resources/api.ts';
import { panels } from '../panels/lists.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { AllRows } from './all-rows.tsx';
import { ChartTable } from './chart-table.tsx';
import { Funnel } from './funnel.tsx';
import { Properties } from './properties.tsx';
import { Retention } from './retention.tsx';

interface OpenedProps {
  view: View;
  access: Access;
  bounds: Bounds;
  localMs: number;
  /** The visitors of the range; null until they are known. */
  total: number | null;
}

export function Opened(props: OpenedProps) {
  const { open } = props.view;
  const panel = panels.find(({ id }) => id === open);
  if (panel) return <AllRows key={panel.id} panel={panel} {...props} />;
  if (open === 'chart') return <ChartTable {...props} />;
  if (open === 'funnel') return <Funnel {...props} />;
  if (open === 'retention') return <Retention {...props} />;
  return open === 'properties' ? <Properties {...props} /> : null;
}
