/** The page of a site: overview and panels. */
import type { Access } from '../data/api.ts';
import { OverviewCard } from '../panels/overview-card.tsx';
import { panels } from '../panels/lists.ts';
import { PanelCard } from '../panels/panel-card.tsx';
import { boundsOf, daysOf } from '../state/range.ts';
import type { View } from '../state/view.ts';

export function SitePage({ view, access, nowMs }: { view: View; access: Access; nowMs: number }) {
  const bounds = boundsOf(daysOf(view.range, nowMs));
  return (
    <main>
      <OverviewCard view={view} access={access} nowMs={nowMs} />
      <div class="panels">
        {panels.map((panel) => (
          <PanelCard key={panel.id} panel={panel} view={view} access={access} bounds={bounds} />
        ))}
      </div>
    </main>
  );
}
