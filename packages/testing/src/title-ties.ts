/** Answers in which it does not matter which of several titles of one millisecond counts as a page's latest. */

/** The fields of an answer, with the first of `titlesOf(path)` as the title of every page in it that has one of them. */
export function withoutTitleTies(answer: object, titlesOf: (path: string) => readonly string[]): object {
  return Object.fromEntries(
    Object.entries(answer).map(([field, value]) => [
      field,
      Array.isArray(value) ? value.map((entry: unknown) => settled(entry, titlesOf)) : value,
    ]),
  );
}

function settled(entry: unknown, titlesOf: (path: string) => readonly string[]): unknown {
  if (!isPage(entry)) return entry;
  const titles = titlesOf(entry.path);
  return titles.includes(entry.title) ? { ...entry, title: titles[0] } : entry;
}

function isPage(entry: unknown): entry is { path: string; title: string } {
  return typeof entry === 'object' && entry !== null && 'path' in entry && 'title' in entry;
}
