/** A warehouse as one of several processes sees it, on the embedded driver as well. */

/** Returns `warehouse` with `isShared` set: stores that are built on it expect changes by other processes. */
export function asShared<Warehouse extends { readonly isShared: boolean }>(warehouse: Warehouse): Warehouse {
  return new Proxy(warehouse, {
    get(target, name): unknown {
      if (name === 'isShared') return true;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
