/** The page of a site: overview and panels. */
import type { Access } from '../resources/api.ts';
import { useEffect } from 'preact/hooks';
import { useKeptFocus } from '../controls/focus.ts';
import { later, loadAhead } from '../controls/later.tsx';
import { panels } from '../panels/lists.ts';
import { narrow } from '../panels/narrow.ts';
import { OverviewCard } from '../panels/overview-card.tsx';
import { PanelCard } from '../panels/panel-card.tsx';
import { useTotals } from '../panels/totals.ts';
import { boundsOf, daysOf } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { clockMs } from '../state/zone.ts';
import { drawerName } from '../words/names.ts';
import { FilterBar } from './filter-bar.tsx';
import { exploring } from './scripts.ts';

interface SitePageProps {
  view: View;
  access: Access;
  /** The filters of a share. */
  fixed?: readonly string[];
  /** Called if there have never been any visits. */
  onNoneEver?: () => void;
}

const GoalChoice = later(exploring, (script) => script.GoalChoice);
const NoGoals = later(exploring, (script) => script.NoGoals);
const NoVisits = later(exploring, (script) => script.NoVisits);
const Notes = later(exploring, (script) => script.Notes);
const ReadOut = later(exploring, (script) => script.ReadOut);
const Opened = later(exploring, (script) => script.Opened);

export function SitePage({ view, access: whole, fixed, onNoneEver }: SitePageProps) {
  const access = narrow(whole, view);
  // Computed with each result, so that the day changes at midnight.
  const localMs = clockMs(Date.now(), whole.timezone);
  const days = daysOf(view.range, localMs);
  const bounds = boundsOf(days);
  useEffect(() => {
    // Safari has no `requestIdleCallback`.
    (globalThis.requestIdleCallback ?? setTimeout)(() => void loadAhead(exploring));
  }, []);
  const totals = useTotals(view, access, localMs);
  const notes = 'workspaceId' in whole && <Notes workspaceId={whole.workspaceId} days={days} localMs={localMs} />;
  const empty = <NoVisits view={view} access={access} localMs={localMs} onNoneEver={onNoneEver} />;
  const shared = { view, access, bounds, total: totals.current.last?.result.visitors ?? null };
  const drawer = drawerName(view);
  const main = useKeptFocus<HTMLElement>();
  return (
    <main ref={main} tabIndex={-1}>
      <FilterBar view={view} access={whole} localMs={localMs} fixed={fixed} />
      <OverviewCard
        view={view}
        access={access}
        localMs={localMs}
        totals={totals}
        notes={notes}
        readOut={(bucket) => <ReadOut bucket={bucket} metric={view.metric} />}
        empty={empty}
      />
      <div class="panels">
        {panels.map((panel) => (
          <PanelCard
            key={panel.id}
            panel={panel}
            {...shared}
            goalChoice={<GoalChoice {...shared} />}
            noGoals={<NoGoals view={view} access={access} />}
          />
        ))}
      </div>
      {drawer && <Opened title={drawer} {...shared} localMs={localMs} fixed={fixed} />}
    </main>
  );
}
