/** The filter that a click on a row applies. */
import { addFilters, canExclude, type Dimension, type Filter, hasFilters, withoutFilters } from '../state/filter.ts';
import { goWith, hrefWith } from '../state/navigation.ts';
import type { View } from '../state/view.ts';
import { words } from '../words/words.ts';
import type { Row } from './row.ts';

/** Returns the filters that keep only this row, or those that exclude it. */
export type FiltersOf = (row: Row, operator: 'is' | 'is_not') => readonly Filter[];

/** Returns `filtersOf` for rows whose name is a value of one dimension, and whose detail is a value of another. A row is excluded by its name alone. */
export function byDimensions(name: Dimension, detail?: Dimension, also: readonly Filter[] = []): FiltersOf {
  return (row, operator) => {
    const own: Filter = { dimension: name, operator, value: row.name };
    if (operator === 'is_not') return [own];
    const second: readonly Filter[] = detail ? [{ dimension: detail, operator, value: row.detail ?? '' }] : [];
    return [...also, own, ...second];
  };
}

export interface RowFilter {
  /** The URL that a click leads to. */
  href: string;
  /** True if the filter is active: a click removes it. */
  isActive: boolean;
  /** The help for the keyboard, if other keys than Enter apply. */
  help: string | undefined;
  /** Handles a click anywhere on the row; with Alt it excludes the row, if its filters can. */
  onClick: (event: MouseEvent | KeyboardEvent) => void;
  /** Handles Alt+Enter on a link. */
  onKeyDown: (event: KeyboardEvent) => void;
}

export function rowFilter(view: View, filtersOf: FiltersOf, row: Row): RowFilter {
  const kept = filtersOf(row, 'is');
  const isActive = hasFilters(view.filters, kept);
  const isExcludable = kept.every(({ dimension }) => canExclude(dimension));
  const changes = (isExcluded: boolean) => ({
    // A drawer would cover the chips.
    open: undefined,
    filters: isExcluded
      ? addFilters(view.filters, filtersOf(row, 'is_not'))
      : isActive
        ? withoutFilters(view.filters, kept)
        : addFilters(view.filters, kept),
  });
  const follow = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    goWith(changes(event.altKey && isExcludable));
  };
  return {
    href: hrefWith(view, changes(false)),
    isActive,
    help: isExcludable ? words.filters.rowHelp : undefined,
    onClick(event) {
      // With these keys a click opens another tab or window, as usual.
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) follow(event);
    },
    onKeyDown(event) {
      if (event.key === 'Enter' && event.altKey) follow(event);
    },
  };
}
