/** The names of properties that occur in the range, as suggestions for a filter. */
import type { Access } from '../resources/api.ts';
import { analyticsResource, type Resource } from '../resources/resource.ts';
import type { Bounds } from '../state/range.ts';

/** The API lists the names of one type at a time: those of more types are not requested. */
const typesMax = 10;

/** Returns the resource for the names, in alphabetical order; custom types come first. */
export function propertyNamesResource(access: Access, bounds: Bounds): Resource<readonly string[]> {
  const byType = analyticsResource(access, 'breakdown', { by: 'type', ...bounds });
  return {
    key: `${byType.key} property names`,
    async load(isFresh) {
      const { result, asOfMs } = await byType.load(isFresh);
      const types = result.data.flatMap(({ type }) => type ?? []);
      const isAutomatic = (type: string) => type.startsWith('$');
      const requested = [...types.filter((type) => !isAutomatic(type)), ...types.filter(isAutomatic)].slice(
        0,
        typesMax,
      );
      const results = await Promise.all(
        requested.map((type) => analyticsResource(access, 'properties', { ...bounds, type }).load(isFresh)),
      );
      const names = results.flatMap((one) => one.result.data.flatMap(({ name }) => name ?? []));
      return { result: [...new Set(names)].toSorted(), asOfMs };
    },
  };
}
