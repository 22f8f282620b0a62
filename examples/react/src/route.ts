import { useSyncExternalStore } from 'react';

const changed = 'routechange';

export function go(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new Event(changed));
}

export function useRoute(): string {
  return useSyncExternalStore(subscribe, () => location.pathname);
}

function subscribe(onChange: () => void): () => void {
  for (const type of [changed, 'popstate']) addEventListener(type, onChange);
  return () => {
    for (const type of [changed, 'popstate']) removeEventListener(type, onChange);
  };
}
