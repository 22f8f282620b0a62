/** Figures of what the page is narrowed to. */
import type { Access } from '../questions/api.ts';
import { filterText } from '../state/filter.ts';
import type { View } from '../state/view.ts';

export function narrow(access: Access, { filters }: View): Access {
  return filters.length === 0 ? access : { ...access, scope: { ...access.scope, filter: filters.map(filterText) } };
}
