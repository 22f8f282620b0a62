/** All rows of a panel: search, all columns, pages of rows, CSV. */
import { useKeptFocus } from '../controls/focus.ts';
import { State } from '../controls/state.tsx';
import type { Access } from '../resources/api.ts';
import { goWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { exploringWords as say } from '../words/exploring-words.ts';
import { formatFull } from '../words/format.ts';
import { words } from '../words/words.ts';
import { CsvButton } from '../panels/csv-button.tsx';
import type { List } from '../panels/list.ts';
import type { Panel } from '../panels/lists.ts';
import { openList, Tabs, Under } from '../panels/panel-card.tsx';
import { Rows } from '../panels/rows.tsx';
import { useTotals } from '../panels/totals.ts';
import { SearchField } from './search-field.tsx';
import { useSettled } from './use-settled.ts';

const pageRows = 50;

interface AllRowsProps {
  panel: Panel;
  view: View;
  access: Access;
  bounds: Bounds;
  localMs: number;
  /** The visitors of the range; null until they are known. */
  total: number | null;
}

export function AllRows(props: AllRowsProps) {
  const { view } = props;
  // A map shows the same rows as the list next to it.
  const panel = { ...props.panel, lists: props.panel.lists.filter(({ map }) => !map) };
  const list = openList(panel, view);
  return (
    <>
      {list && (
        <div class="row">
          <Tabs panel={panel} view={view} list={list} />
          <Under panel={panel} view={view} list={list} />
        </div>
      )}
      {list && <Content key={list.id} {...props} list={list} />}
    </>
  );
}

function Content({ panel, list, view, access, bounds, localMs, total }: AllRowsProps & { list: List }) {
  const { comparison, goal, page } = view;
  const search = useSettled(view.search);
  const columns = list.columnsOf({ goal });
  const sortedBy = columns.findIndex(({ metric }) => metric === view.sort);
  const sort = sortedBy < 0 ? undefined : sortedBy;
  const offset = (page - 1) * pageRows;
  const request = list.request(access, { bounds, comparison, search, sort, goal, offset, limit: pageRows });
  // With an earlier range without visitors, every row would be new.
  const isComparable = useTotals(view, access, localMs).before?.last?.result.visitors !== 0;
  const known = request.use();
  // A clicked button disappears while other rows are loaded.
  const found = useKeptFocus<HTMLDivElement>();
  return (
    <>
      <div class="search row">
        <SearchField
          label={say.search(list.nameTitle)}
          text={view.search}
          onText={(text) => goWith({ search: text, page: 1 }, { replace: true })}
        />
        <CsvButton name={`${panel.id}-${list.id}`} load={request.csv} />
      </div>
      <div ref={found} class="found" tabIndex={-1}>
        <State known={known} lines={12}>
          {({ rows, total: count }) => (
            <>
              <p class="pages muted row">
                <span aria-live="polite">
                  {count > pageRows && rows.length > 0
                    ? say.rows.shown(formatFull(offset + 1), formatFull(offset + rows.length), formatFull(count))
                    : say.rows.found(formatFull(count))}
                </span>
                {/* The page of the URL may be after the last one. */}
                {(count > pageRows || page > 1) &&
                  ([-1, 1] as const).map((step) => {
                    const target = Math.min(page + step, Math.ceil(count / pageRows));
                    return (
                      <button
                        key={step}
                        type="button"
                        disabled={target < 1 || (target - page) * step <= 0}
                        onClick={() => goWith({ page: target })}
                      >
                        {step < 0 ? say.rows.before : say.rows.after}
                      </button>
                    );
                  })}
              </p>
              {count === 0 && <p class="empty muted">{search === '' ? words.states.empty : say.rows.none}</p>}
              {rows.length > 0 && (
                <Rows
                  {...list}
                  heading={words.lists[list.id]}
                  rows={isComparable ? rows : rows.map((row) => ({ ...row, previous: undefined }))}
                  view={view}
                  columns={columns}
                  total={total}
                  sort={sort ?? (list.isInOwnOrder ? undefined : 0)}
                  onSort={(column) => goWith({ sort: columns[column]?.metric, page: 1 })}
                />
              )}
            </>
          )}
        </State>
      </div>
    </>
  );
}
