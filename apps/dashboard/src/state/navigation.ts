/** The state of the page, which is in the URL alone. */
import { useLayoutEffect, useState } from 'preact/hooks';
import { listen } from './listen.ts';
import { hrefOf, parseView, type View } from './view.ts';

export function currentView(): View {
  return parseView(new URL(location.href));
}

/** Returns the URL of this view with `changes`. */
export function hrefWith(view: View, changes: Partial<View>): string {
  return hrefOf({ ...view, ...changes });
}

/** Returns the URL of this view of another workspace, without what only this workspace has. */
export function hrefOfWorkspace(view: View, workspaceId: string): string {
  // The event and the property that were chosen in the drawer of properties.
  const rest = { ...view.rest, event: '', property: '' };
  // The form of a new workspace belongs to none.
  const path = view.path.replace('/settings/new', '/');
  return hrefWith(view, {
    path,
    workspaceId,
    open: undefined,
    filters: [],
    ignored: [],
    goal: undefined,
    steps: [],
    rest,
  });
}

/** Goes to a URL of this page. Neither `replace`, which is for changes with each key, nor the current URL adds an entry to the history. */
export function go(href: string, { replace = false } = {}): void {
  if (replace || new URL(href, location.href).href === location.href) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  // The same event as after back and forward.
  dispatchEvent(new PopStateEvent('popstate'));
}

export function goWith(changes: Partial<View>, options?: { replace?: boolean }): void {
  go(hrefWith(currentView(), changes), options);
}

export function useView(): View {
  const [view, setView] = useState(currentView);
  // Not `useEffect`: those of the page may go to another URL.
  useLayoutEffect(() => listen(['popstate'], () => setView(currentView())), []);
  return view;
}

/** Follows links to this page without reloading it. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (link === null || !isPlain || event.defaultPrevented) return;
    if (link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return;
    event.preventDefault();
    go(link.href);
  });
}
