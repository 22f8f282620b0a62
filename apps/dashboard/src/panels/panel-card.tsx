/** A panel: tabs, nine rows, and a link to all of them. */
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Choices } from '../controls/choices.tsx';
import { useKeptFocus } from '../controls/focus.ts';
import { later, loadAhead } from '../controls/later.tsx';
import { Fault, State } from '../controls/state.tsx';
import type { Access } from '../resources/api.ts';
import { goWith, hrefWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { words } from '../words/words.ts';
import { Card, rowsShown } from './card.tsx';
import { CsvButton } from './csv-button.tsx';
import type { Column } from './figure.ts';
import { Help } from './help.tsx';
import type { List, ListRequest } from './list.ts';
import type { Panel } from './lists.ts';
import { Rows } from './rows.tsx';
import { useDrawing } from './map-drawing.ts';

/** More countries than exist. */
const countriesMax = 300;

interface SharedProps {
  panel: Panel;
  view: View;
  /** The visitors of the range; null until they are known. */
  total: number | null;
  /** Shown in place of an empty list of goals. */
  noGoals: VNode;
}

interface PanelCardProps extends SharedProps {
  access: Access;
  bounds: Bounds;
  /** Chooses the goal whose conversion rate every list shows; next to the tabs of the goals. */
  goalChoice: VNode;
}

export function openList(panel: Panel, view: View): List | undefined {
  return panel.lists.find(({ id }) => id === view.rest[`tab-${panel.id}`]) ?? panel.lists[0];
}

export function PanelCard({ access, bounds, goalChoice, ...props }: PanelCardProps) {
  const { panel, view } = props;
  const list = openList(panel, view);
  if (list === undefined) return null;
  const title = words.panels[panel.id];
  const shown = { isPanel: true, goal: view.goal };
  const columns = list.columnsOf(shown);
  const request = list.request(access, { bounds, limit: list.map ? countriesMax : rowsShown, ...shown });
  return (
    <Card
      title={title}
      head={
        <>
          <Tabs panel={panel} view={view} list={list} />
          {list.id === 'goals' && goalChoice}
          <Help title={title} figures={columns} path={request.path} />
        </>
      }
    >
      <Under panel={panel} view={view} list={list} />
      <Content key={list.id} list={list} columns={columns} request={request} {...props} />
    </Card>
  );
}

interface TabsProps {
  panel: Panel;
  view: View;
  list: List;
}

/** Returns the change to another list, which has other columns and rows. */
function changesTo(id: string, { panel, view }: TabsProps): Partial<View> {
  return { rest: { ...view.rest, [`tab-${panel.id}`]: id }, sort: undefined, page: 1 };
}

/** The lists of a panel, without those under the tab of another one. */
export function Tabs(props: TabsProps) {
  const { panel, view, list } = props;
  return (
    <Choices
      isLine
      title={words.panels[panel.id]}
      choices={panel.lists
        .filter(({ under }) => !under)
        .map(({ id }) => ({
          href: hrefWith(view, changesTo(id, props)),
          text: words.lists[id],
          isChosen: id === (list.under ?? list.id),
        }))}
    />
  );
}

/** Chooses between the lists under the open tab, if there are several. In a panel it covers the title of the names. */
export function Under(props: TabsProps) {
  const { panel, list } = props;
  const tab = list.under ?? list.id;
  const options = panel.lists.filter(({ id, under }) => (under ?? id) === tab);
  if (options.length < 2) return null;
  return (
    <select
      class="quiet"
      aria-label={words.lists[tab]}
      value={list.id}
      onChange={({ currentTarget }) => goWith(changesTo(currentTarget.value, props))}
    >
      {options.map(({ id, nameTitle }) => (
        <option key={id} value={id}>
          {nameTitle}
        </option>
      ))}
    </select>
  );
}

const worldMap = () => import('./world-map.tsx');
const WorldMap = later(worldMap, (script) => script.WorldMap);

interface ContentProps extends SharedProps {
  list: List;
  columns: readonly Column[];
  request: ListRequest;
}

function Content({ list, columns, request, total, view, panel, noGoals }: ContentProps) {
  const known = request.use();
  const hasRows = known.last !== undefined && known.last.result.total > 0;
  const drawing = useDrawing(list.map);
  // At the same time as the figures, instead of after them.
  useEffect(() => {
    if (list.map) void loadAhead(worldMap);
  }, [list.map]);
  const content = useKeptFocus<HTMLDivElement>();
  return (
    <>
      <div ref={content} class="content" tabIndex={-1}>
        <State
          known={known}
          lines={rowsShown}
          isEmpty={({ total: found }) => found === 0}
          empty={list.id === 'goals' ? noGoals : emptyText(view)}
        >
          {({ rows }) =>
            list.map ? (
              <div class="map">
                <WorldMap rows={rows} drawing={drawing} filtersOf={list.filtersOf} view={view} />
              </div>
            ) : (
              <Rows {...list} heading={words.lists[list.id]} rows={rows} view={view} columns={columns} total={total} />
            )
          }
        </State>
      </div>
      <footer>
        {list.id === 'own' && <a href={hrefWith(view, { open: 'properties' })}>{words.explore.properties}</a>}
        {hasRows && <a href={hrefWith(view, { open: panel.id })}>{words.showAll}</a>}
        {/* The last figures are still shown. */}
        {known.last && known.fault !== undefined && <Fault known={known} />}
        {hasRows && <CsvButton name={`${panel.id}-${list.id}`} load={request.csv} />}
      </footer>
    </>
  );
}

function emptyText({ filters }: View): string {
  return filters.length === 0 ? words.states.empty : words.filters.empty;
}
