/** Access to the filtered figures, and to all of them. */
import type { Access } from '../resources/api.ts';
import { filterText } from '../state/filter.ts';
import type { View } from '../state/view.ts';

export function narrow(access: Access, { filters }: View): Access {
  return { ...access, filter: filters.map(filterText) };
}

export function widen(access: Access): Access {
  return { ...access, filter: undefined };
}
