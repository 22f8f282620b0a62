/** Everything of a panel, in a drawer: search, all columns, pages of rows, CSV. */
import { useState } from 'preact/hooks';
import { Drawer } from '../controls/drawer.tsx';
import { State } from '../controls/state.tsx';
import type { Access } from '../questions/api.ts';
import { goWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { formatFull } from '../words/format.ts';
import { words } from '../words/words.ts';
import { CsvButton } from './csv-button.tsx';
import type { List, Row } from './list.ts';
import type { Panel } from './lists.ts';
import { nameText } from './name.tsx';
import { openList, Tabs } from './panel-card.tsx';
import { Rows } from './rows.tsx';

/** The most that the API lists. */
const limit = 1000;
const pageRows = 50;

interface AllRowsProps {
  panel: Panel;
  view: View;
  access: Access;
  bounds: Bounds;
  total: number | undefined;
}

export function AllRows(props: AllRowsProps) {
  const { panel, view } = props;
  const list = openList(panel, view);
  return (
    <Drawer title={words.panels[panel.id]} onClose={() => goWith({ open: undefined, search: '' })}>
      {panel.lists.length > 1 && list && <Tabs panel={panel} view={view} list={list} />}
      {list && <Content key={list.id} {...props} list={list} />}
    </Drawer>
  );
}

function Content({ panel, list, view, access, bounds, total }: AllRowsProps & { list: List }) {
  const known = list.useRows(access, { bounds, limit, comparison: view.comparison });
  const [shown, setShown] = useState(pageRows);
  return (
    <>
      <div class="search">
        <input
          autofocus
          type="search"
          value={view.search}
          placeholder={words.search(list.nameTitle)}
          aria-label={words.search(list.nameTitle)}
          onInput={({ currentTarget }) => goWith({ search: currentTarget.value }, { replace: true })}
        />
        <CsvButton name={`${panel.id}-${list.id}`} table={list} rows={known.last?.answer ?? []} />
      </div>
      <State known={known} lines={12} isEmpty={(rows) => rows.length === 0}>
        {(rows) => {
          const found = rows.filter((row) => matches(row, list, view.search));
          return (
            <>
              <p class="muted" aria-live="polite">
                {words.rowsFound(formatFull(found.length))}
              </p>
              <Rows
                nameTitle={list.nameTitle}
                names={list.names}
                rows={found.slice(0, shown)}
                columns={list.columns}
                total={total}
              />
              {found.length > shown && (
                <button type="button" onClick={() => setShown(shown + pageRows)}>
                  {words.more}
                </button>
              )}
            </>
          );
        }}
      </State>
    </>
  );
}

function matches(row: Row, { names }: List, search: string): boolean {
  const text = `${nameText(row, names)} ${row.detail ?? ''}`.toLocaleLowerCase();
  return text.includes(search.toLocaleLowerCase());
}
