/** What a click on a row narrows the page to. */
import { addFilters, type Dimension, type Filter, hasFilters, withoutFilters } from '../state/filter.ts';
import { goWith, hrefWith } from '../state/navigation.ts';
import type { View } from '../state/view.ts';
import type { Row } from './row.ts';

/** The filters that keep a row alone, or those that leave it out. */
export type FiltersOf = (row: Row, operator: 'is' | 'is_not') => readonly Filter[];

/** Of rows whose name is a value of a dimension, and whose detail is one of another. What leaves a row out does so by its name alone. */
export function byDimensions(name: Dimension, detail?: Dimension, also: readonly Filter[] = []): FiltersOf {
  return (row, operator) => {
    const own: Filter = { dimension: name, operator, value: row.name };
    if (operator === 'is_not') return [own];
    const second: readonly Filter[] = detail ? [{ dimension: detail, operator, value: row.detail ?? '' }] : [];
    return [...also, own, ...second];
  };
}

export interface RowFilter {
  /** Where a click leads. */
  href: string;
  /** The page is narrowed to the row: a click takes that back. */
  isActive: boolean;
  /** Follows a click on whatever shows the row; with Alt it excludes. */
  onClick: (event: MouseEvent) => void;
  /** Of what is a link already: Alt+Enter alone. */
  onKeyDown: (event: KeyboardEvent) => void;
  /** Of what is none. */
  onEnter: (event: KeyboardEvent) => void;
}

export function rowFilter(view: View, filtersOf: FiltersOf, row: Row): RowFilter {
  const kept = filtersOf(row, 'is');
  const isActive = hasFilters(view.filters, kept);
  const changes = (isExcluded: boolean) => ({
    // The chips are behind a drawer.
    open: undefined,
    search: '',
    filters: isExcluded
      ? addFilters(view.filters, filtersOf(row, 'is_not'))
      : isActive
        ? withoutFilters(view.filters, kept)
        : addFilters(view.filters, kept),
  });
  const follow = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    event.stopPropagation();
    goWith(changes(event.altKey));
  };
  return {
    href: hrefWith(view, changes(false)),
    isActive,
    onClick(event) {
      // As anywhere, these open another tab or window.
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) follow(event);
    },
    onKeyDown(event) {
      if (event.key === 'Enter' && event.altKey) follow(event);
    },
    onEnter(event) {
      if (event.key === 'Enter') follow(event);
    },
  };
}
