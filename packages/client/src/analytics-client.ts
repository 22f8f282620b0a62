/** A client of the analytics API for the dashboard, as small as possible. `client.ts` has the one for all other callers. */
import { asOfMs, exchange, exchangeCsv } from './exchange.ts';

/** The caller: a person, whose session cookie the browser sends, or a share's visitor. */
type Caller = { workspaceId: string } | { shareGrant: string };

interface Dated<Result> {
  result: Result;
  /** The time at which the result was computed, in epoch milliseconds. */
  asOfMs: number;
}

/** Sends its requests to the page's own origin. */
export class AnalyticsClient {
  readonly #headers: Readonly<Record<string, string>>;

  constructor(caller: Caller) {
    this.#headers = 'workspaceId' in caller ? { 'X-Workspace': caller.workspaceId } : { 'X-Share': caller.shareGrant };
  }

  /** Returns the result for a `queryPath`. With `isFresh`, bypasses the browser's cache. */
  async get<Result>(path: string, isFresh: boolean): Promise<Dated<Result>> {
    const request = { headers: this.#headers, ...(isFresh && { cache: 'no-cache' as const }) };
    const { body, headers } = await exchange<Result>(path, request);
    return { result: body, asOfMs: asOfMs(headers) };
  }

  /** Returns a list of the result for a `queryPath` as the text of a CSV file; the parameter `part` names one of several. */
  csv(path: string): Promise<string> {
    return exchangeCsv(path, { headers: this.#headers });
  }
}
