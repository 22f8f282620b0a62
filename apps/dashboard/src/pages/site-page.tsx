/** The page of a site: overview and panels. */
import type { Access } from '../questions/api.ts';
import { AllRows } from '../panels/all-rows.tsx';
import { ChartTable } from '../panels/chart-table.tsx';
import { panels } from '../panels/lists.ts';
import { OverviewCard } from '../panels/overview-card.tsx';
import { PanelCard } from '../panels/panel-card.tsx';
import { useTotals } from '../panels/totals.ts';
import { chartTable } from '../panels/trend-chart.tsx';
import { boundsOf, daysOf } from '../state/range.ts';
import type { View } from '../state/view.ts';

interface SitePageProps {
  view: View;
  access: Access;
  nowMs: number;
}

export function SitePage({ view, access, nowMs }: SitePageProps) {
  const bounds = boundsOf(daysOf(view.range, nowMs));
  const totals = useTotals(view, access, nowMs);
  const shared = { view, access, bounds, total: totals.current.last?.answer.visitors };
  const open = panels.find(({ id }) => id === view.open);
  return (
    <main>
      <OverviewCard view={view} access={access} nowMs={nowMs} totals={totals} />
      <div class="panels">
        {panels.map((panel) => (
          <PanelCard key={panel.id} panel={panel} {...shared} />
        ))}
      </div>
      {open && <AllRows key={open.id} panel={open} {...shared} />}
      {view.open === chartTable && <ChartTable view={view} access={access} nowMs={nowMs} />}
    </main>
  );
}
