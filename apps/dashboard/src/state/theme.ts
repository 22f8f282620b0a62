/** Dark or light: as the system says, unless the reader or the embedding page has chosen. */

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'footfall-theme';

export function chosenTheme(): Theme {
  const inAddress = new URLSearchParams(location.search).get('theme');
  return themes.find((theme) => theme === inAddress) ?? storedTheme();
}

export function applyTheme(theme = chosenTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(storageKey, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
  applyTheme(theme);
}

function storedTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(storageKey)) ?? 'system';
  } catch {
    return 'system';
  }
}
