/** A panel: tabs, nine rows, and a way to all of them. */
import type { Access } from '../data/api.ts';
import { hrefWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { words } from '../words/words.ts';
import type { List } from './list.ts';
import type { Panel } from './lists.ts';
import { Rows } from './rows.tsx';
import { State } from '../controls/state.tsx';

const rowsShown = 9;
const limit = 100;

interface PanelCardProps {
  panel: Panel;
  view: View;
  access: Access;
  bounds: Bounds;
}

export function PanelCard({ panel, view, access, bounds }: PanelCardProps) {
  const list = panel.lists.find(({ id }) => id === view.tabs[panel.id]) ?? panel.lists[0];
  if (list === undefined) return null;
  return (
    <section class="card panel" aria-label={words.panels[panel.id]}>
      <header>
        <h2>{words.panels[panel.id]}</h2>
        {panel.lists.length > 1 && (
          <nav class="tabs" aria-label={words.panels[panel.id]}>
            {panel.lists.map((one) => (
              <a
                key={one.id}
                data-page
                href={hrefWith(view, { tabs: { ...view.tabs, [panel.id]: one.id } })}
                aria-current={one === list ? 'true' : undefined}
              >
                {one.title}
              </a>
            ))}
          </nav>
        )}
      </header>
      <ListRows key={list.id} list={list} access={access} bounds={bounds} />
    </section>
  );
}

function ListRows({ list, access, bounds }: { list: List; access: Access; bounds: Bounds }) {
  const known = list.useRows(access, { bounds, limit });
  const [column] = list.columns;
  return (
    <State known={known} lines={rowsShown} isEmpty={(rows) => rows.length === 0}>
      {(rows) =>
        column && <Rows rows={rows.slice(0, rowsShown)} names={list.names} nameTitle={list.nameTitle} column={column} />
      }
    </State>
  );
}
