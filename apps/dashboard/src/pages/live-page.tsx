/** Current visitors, and the events of the last half hour. Reloads every ten seconds while the page is visible. */
import { useKeptFocus } from '../controls/focus.ts';
import { Fault, State } from '../controls/state.tsx';
import type { Access } from '../resources/api.ts';
import { analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { Card, rowsShown } from '../panels/card.tsx';
import { columnOf } from '../panels/figure.ts';
import { narrow } from '../panels/narrow.ts';
import { Path } from '../panels/path.tsx';
import { byDimensions, type FiltersOf } from '../panels/row-filter.ts';
import type { NameKind, Row } from '../panels/row.ts';
import { Rows } from '../panels/rows.tsx';
import type { View } from '../state/view.ts';
import { clockMs } from '../state/zone.ts';
import { formatCount } from '../words/format.ts';
import { liveWords as live } from '../words/live-words.ts';
import { countryName, deviceName } from '../words/names.ts';
import { words } from '../words/words.ts';
import { Minutes } from '../panels/minutes.tsx';
import { FilterBar } from './filter-bar.tsx';

const everyMs = 10_000;
/** The longest span of realtime. */
const minutes = 30;
/** The height of the panels, in lines. */
const panelLines = 24;
const { lists } = words;
const ofVisitors = [columnOf('visitors', 'active')];

const ofDevices: FiltersOf = ({ name }, operator) => {
  // Realtime distinguishes phones and tablets from all other devices.
  const isMobile = name === 'mobile';
  const kept = (operator === 'is') === isMobile ? 'is' : 'is_not';
  return (['mobile', 'tablet'] as const).map((value) => ({ dimension: 'device', operator: kept, value }));
};

interface LivePageProps {
  view: View;
  access: Access;
}

export function LivePage({ view, access: whole }: LivePageProps) {
  const access = narrow(whole, view);
  const now = useResource(analyticsResource(access, 'realtime', {}), { everyMs });
  const active = now.last?.result.activeVisitors;
  const known = useResource(analyticsResource(access, 'realtime', { minutes }), { everyMs });
  const byMinute = known.last?.result.byMinute;
  const empty = <p class="empty muted">{view.filters.length === 0 ? live.empty : words.filters.empty}</p>;
  const cardOf = (title: string, names: NameKind, rows: readonly Row[], filtersOf: FiltersOf, columns = ofVisitors) => (
    <Card title={live.halfHour(title)}>
      <div class="content">
        {rows.length === 0 ? (
          empty
        ) : (
          <Rows
            nameTitle={title}
            heading={title}
            names={names}
            rows={rows.slice(0, rowsShown)}
            columns={columns}
            filtersOf={filtersOf}
            view={view}
          />
        )}
      </div>
    </Card>
  );
  // The server reuses a result for a minute, and the page shows the last one if there is no other.
  const ageSeconds = Math.max(0, Math.floor((Date.now() - (known.last?.asOfMs ?? 0)) / 1000));
  const main = useKeptFocus<HTMLElement>();
  return (
    <main ref={main} tabIndex={-1}>
      <FilterBar view={view} access={whole} localMs={clockMs(Date.now(), whole.timezone)} />
      <section class="card page now" aria-label={words.header.live}>
        <p class={now.fault === undefined ? undefined : 'muted'}>
          {active !== undefined && (
            <>
              <b>{formatCount(active)}</b> {live.here(active)}
            </>
          )}
        </p>
        <Minutes span={minutes} visitors={byMinute?.map(({ visitors }) => visitors) ?? []} />
        {/* The last figures are still shown. */}
        {known.last && known.fault !== undefined && <Fault known={known} />}
      </section>
      <State known={known} lines={panelLines}>
        {({ activePages, countries, devices, recent = [] }) => (
          <div class="panels">
            <Card title={live.recent}>
              {recent.length === 0 ? (
                <div class="content">{empty}</div>
              ) : (
                <ol class="content recent" tabIndex={0}>
                  {recent.map(({ type, path, country, device, secondsAgo }, index) => (
                    <li key={index} class="item row">
                      <span class="what">
                        <span class="ellipsis" title={path}>
                          {live.event(type, path)}
                          <Path text={path} />
                        </span>
                      </span>
                      <span class="muted">
                        {countryName(country)} · {deviceName(device)} · {words.ago(secondsAgo + ageSeconds)}
                      </span>
                    </li>
                  ))}
                </ol>
              )}
            </Card>
            {cardOf(
              lists.pages,
              'path',
              activePages.map(({ path, visitors }) => ({ name: path, figures: [visitors] })),
              byDimensions('path'),
            )}
            {cardOf(
              lists.devices,
              'device',
              (['desktop', 'mobile'] as const)
                .filter((name) => devices[name] > 0)
                .toSorted((one, other) => devices[other] - devices[one])
                .map((name) => ({ name, figures: [devices[name]] })),
              ofDevices,
            )}
            {cardOf(
              lists.countries,
              'country',
              countries.map((country) => ({ name: country, figures: [] })),
              byDimensions('country'),
              [],
            )}
          </div>
        )}
      </State>
    </main>
  );
}
