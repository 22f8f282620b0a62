/** The result of a resource, for a view: requested automatically, and again when the page becomes visible. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { listen } from '../state/listen.ts';
import { refresh, type Known, peek, subscribe } from './cache.ts';
import type { Resource } from './resource.ts';

interface UseOptions {
  /** The interval of further requests while the page is visible; five minutes if absent. */
  everyMs?: number | undefined;
}

const everyMsDefault = 300_000;

const nothingKnown: Known<never> = { retry: () => undefined };

/** Returns the known part of the result; empty without a resource. */
export function useResource<Result>(
  resource: Resource<Result> | undefined,
  { everyMs }: UseOptions = {},
): Known<Result> {
  const [, setVersion] = useState(0);
  // Not `useEffect`: a result could arrive between the view and its subscription.
  useLayoutEffect(() => {
    if (resource === undefined) return undefined;
    const unsubscribe = subscribe(resource, () => setVersion((version) => version + 1));
    const refreshIfVisible = () => {
      if (document.visibilityState === 'visible') void refresh(resource, everyMs && everyMs / 2);
    };
    refreshIfVisible();
    const timer = setInterval(refreshIfVisible, everyMs ?? everyMsDefault);
    const stop = listen(['visibilitychange', 'online'], refreshIfVisible);
    return () => {
      unsubscribe();
      clearInterval(timer);
      stop();
    };
  }, [resource?.key, everyMs]);
  return resource === undefined ? nothingKnown : peek(resource);
}
