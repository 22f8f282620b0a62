/** What the browser remembers from one visit to the next. Where it may not, everything works without. */

export function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it lasts as long as the page.
  }
}
