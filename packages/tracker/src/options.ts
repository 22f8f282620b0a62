/** What a site may choose: `data-*` attributes of the script tag, or the argument of `init`. */
export interface Options {
  /** Public key of the workspace, `pk_live_…`. */
  key: string;
  /** Where Footfall's ingest is reached, without `/api/v1/events`. The script tag's default is the place that the script comes from. */
  endpoint: string;
  /** The URL's fragment is the page: for sites that route by it. `#/users/3` counts as the path `/users/3`. */
  hash?: boolean;
  /** A URL that differs in its query alone is another page. */
  query?: boolean;
  /** `local` keeps a visitor and session id, and what could not be sent, in the browser. By default nothing is kept. */
  storage?: 'local';
  /** Does not measure who asks by Do Not Track. Global Privacy Control is always heeded. */
  dnt?: boolean;
  /** Measures on localhost too, and writes to the console what is sent and what was answered. */
  debug?: boolean;
  /** False: nothing is sent by itself, only what `track`, `pageview` and `data-event` say. */
  auto?: boolean;
  /** Paths that are not measured, separated by commas; `*` stands for any text. */
  exclude?: string;
}
