/** A panel: tabs, nine rows, and a way to all of them. */
import { Choices } from '../controls/choices.tsx';
import { Fault, State } from '../controls/state.tsx';
import type { Access } from '../questions/api.ts';
import type { Known } from '../questions/answers.ts';
import { hrefWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { formatTime } from '../words/format.ts';
import { words } from '../words/words.ts';
import { Card } from './card.tsx';
import { Help } from './help.tsx';
import type { List, Listed } from './list.ts';
import type { Panel } from './lists.ts';
import { Rows } from './rows.tsx';
import { useDrawing, WorldMap } from './world-map.tsx';

const rowsShown = 9;
/** More than there are. */
const countriesMax = 300;

interface PanelCardProps {
  panel: Panel;
  view: View;
  access: Access;
  bounds: Bounds;
  /** The visitors of the range. */
  total: number | undefined;
}

export function openList(panel: Panel, view: View): List | undefined {
  return panel.lists.find(({ id }) => id === view.rest[`tab-${panel.id}`]) ?? panel.lists[0];
}

export function PanelCard({ panel, view, access, bounds, total }: PanelCardProps) {
  const list = openList(panel, view);
  if (list === undefined) return null;
  const title = words.panels[panel.id];
  return (
    <Card
      title={title}
      head={
        <>
          {panel.lists.length > 1 && <Tabs panel={panel} view={view} list={list} />}
          <Help title={title} figures={list.columns} path={list.ask(access, { bounds, limit: rowsShown }).path} />
        </>
      }
    >
      <Content key={list.id} list={list} access={access} bounds={bounds} total={total} view={view} panel={panel} />
    </Card>
  );
}

export function Tabs({ panel, view, list }: { panel: Panel; view: View; list: List }) {
  return (
    <Choices
      isLine
      title={words.panels[panel.id]}
      choices={panel.lists.map((one) => ({
        href: hrefWith(view, { rest: { ...view.rest, [`tab-${panel.id}`]: one.id } }),
        text: words.lists[one.id],
        isChosen: one === list,
      }))}
    />
  );
}

interface ContentProps extends PanelCardProps {
  list: List;
}

function Content({ list, access, bounds, total, view, panel }: ContentProps) {
  const limit = list.map ? countriesMax : rowsShown;
  const known = list.ask(access, { bounds, limit, isPanel: true }).use();
  const drawing = useDrawing(list.map);
  return (
    <>
      <div class="content">
        <State known={known} lines={rowsShown} isEmpty={({ total: found }) => found === 0}>
          {({ rows }) =>
            list.map ? (
              <WorldMap rows={rows} drawing={drawing} />
            ) : (
              <Rows {...list} rows={rows} columns={list.columns.slice(0, list.columnsOfPanel ?? 1)} total={total} />
            )
          }
        </State>
      </div>
      <footer>
        {known.last && known.last.answer.total > 0 && (
          <a href={hrefWith(view, { open: panel.id, search: '' })}>{words.showAll}</a>
        )}
        <AsOf known={known} />
      </footer>
    </>
  );
}

/** The age of the figures; if there are no fresh ones, the reason. */
function AsOf({ known }: { known: Known<Listed> }) {
  if (known.last === undefined) return null;
  return (
    <span class={known.fault === undefined ? 'as-of muted' : 'as-of stale'}>
      {words.asOf(formatTime(known.last.asOfMs))}
      {known.fault !== undefined && <Fault known={known} />}
    </span>
  );
}
