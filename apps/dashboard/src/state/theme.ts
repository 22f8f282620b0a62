/** The dark or light theme: the system's, unless the user or the embedding page has chosen one. */
import { store, stored } from './stored.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'footfall-theme';
const known = (text: string | null | undefined) => themes.find((theme) => theme === text);
let chosen: Theme = known(new URLSearchParams(location.search).get('theme')) ?? known(stored(storageKey)) ?? 'system';

export function chosenTheme(): Theme {
  return chosen;
}

export function applyTheme(): void {
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
}

export function setTheme(theme: Theme): void {
  chosen = theme;
  store(storageKey, theme);
  applyTheme();
}
