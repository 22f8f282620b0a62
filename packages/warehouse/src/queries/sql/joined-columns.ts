/**
 * Several entries for each row, as an ARRAY JOIN: an array for each column that the entries do not agree on. The engine plans
 * every element, and takes twice as long to plan an array of tuples.
 */
export class JoinedColumns<Entry> {
  readonly #entries: readonly Entry[];
  readonly #joined: string[] = [];

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** Returns the expression of a column: that of all entries if they have the same, otherwise `name`. */
  readonly column = (name: string, expressionOf: (entry: Entry) => string): string => {
    const expressions = this.#entries.map(expressionOf);
    const [first = ''] = expressions;
    if (expressions.every((one) => one === first)) return first;
    this.#joined.push(`[${expressions.join(', ')}] AS ${name}`);
    return name;
  };

  /** Returns the clause that joins the columns requested so far. */
  readonly joined = (): string =>
    this.#joined.length === 0 ? '' : `\n    ARRAY JOIN\n      ${this.#joined.join(',\n      ')}`;
}
