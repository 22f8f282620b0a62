/** The dark or light theme: the system's, unless the user or the embedding page has chosen one. */
import { store, stored } from './stored.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'footfall-theme';

export function chosenTheme(): Theme {
  const inAddress = new URLSearchParams(location.search).get('theme');
  const known = (text: string | null | undefined) => themes.find((theme) => theme === text);
  return known(inAddress) ?? known(stored(storageKey)) ?? 'system';
}

export function applyTheme(theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function setTheme(theme: Theme): void {
  store(storageKey, theme);
  applyTheme(theme);
}
