/** The drawer that the URL names as open: all rows of a panel, the chart's table, a funnel, retention, the properties of an event. */
import { Drawer } from '../controls/drawer.tsx';
import { useGoalNames } from '../panels/goals.ts';
import { panels } from '../panels/lists.ts';
import type { Access } from '../resources/api.ts';
import { filterText } from '../state/filter.ts';
import { goWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { formatDays } from '../words/format.ts';
import { filterTextSentence } from '../words/names.ts';
import { AllRows } from './all-rows.tsx';
import { ChartTable } from './chart-table.tsx';
import { Funnel } from './funnel.tsx';
import { Properties } from './properties.tsx';
import { Retention } from './retention.tsx';

interface OpenedProps {
  title: string;
  view: View;
  access: Access;
  /** The filters of a share. */
  fixed?: readonly string[] | undefined;
  bounds: Bounds;
  localMs: number;
  /** The visitors of the range; null until they are known. */
  total: number | null;
}

export function Opened(props: OpenedProps) {
  const { title, view, access, fixed = [], bounds } = props;
  const filters = [...fixed, ...view.filters.map(filterText)];
  const isOfGoals = filters.some((text) => text.startsWith('goal:'));
  const goals = useGoalNames(access, bounds, isOfGoals);
  const about = [formatDays(bounds.start, bounds.end), ...filters.map((text) => filterTextSentence(text, goals))];
  return (
    <Drawer key={view.open} title={title} note={about.join(' · ')} onClose={() => goWith({ open: undefined })}>
      <Part {...props} />
    </Drawer>
  );
}

function Part(props: OpenedProps) {
  const { open } = props.view;
  const panel = panels.find(({ id }) => id === open);
  if (panel) return <AllRows panel={panel} {...props} />;
  if (open === 'chart') return <ChartTable {...props} />;
  if (open === 'funnel') return <Funnel {...props} />;
  return open === 'retention' ? <Retention {...props} /> : <Properties {...props} />;
}
