/** The options of a site: `data-*` attributes of the script tag, or the argument of `init`. */
export interface Options {
  /** Public key of the workspace, `pk_live_…`. */
  key: string;
  /** The URL of the ingest server, without `/api/v1/events`. By default, the script tag uses the origin of the script. */
  endpoint: string;
  /** True if the URL's fragment is the page, for sites that route by it: `#/users/3` counts as the path `/users/3`. */
  hash?: boolean | undefined;
  /** True if a URL that differs only in its query is another page. */
  query?: boolean | undefined;
  /** `local` stores a visitor and session ID, and unsent events, in the browser. By default nothing is stored. */
  storage?: 'local' | undefined;
  /** Does not measure visitors with Do Not Track. Global Privacy Control is always respected. */
  dnt?: boolean | undefined;
  /** Measures on localhost as well, and logs requests and responses to the console. */
  debug?: boolean | undefined;
  /** If false, nothing is sent automatically, only the events of `track`, `pageview` and `data-event`. */
  auto?: boolean | undefined;
  /** Paths that are not measured, separated by commas; `*` stands for any text. */
  exclude?: string | undefined;
}
