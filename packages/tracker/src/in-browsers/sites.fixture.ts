/** Sites for tests to measure: any number of hosts under .test, served by this process. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenLocally } from '@footfall/test-servers';

/** Responds to a request itself, or returns the page's HTML. */
export type SiteHandler = (
  request: IncomingMessage,
  response: ServerResponse,
) => string | void | Promise<string | void>;

/** Pages by path, without the query; `*` serves every other path. */
export type Pages = Readonly<Record<string, string | SiteHandler>>;

export interface SiteRequest {
  method: string;
  /** Includes the query. */
  path: string;
  headers: IncomingMessage['headers'];
}

export interface Site {
  /** `http://shop.test:1234`, without a slash at the end. */
  url: string;
  host: string;
  /** The requests, oldest first. */
  requests: SiteRequest[];
  pages: Record<string, string | SiteHandler>;
}

export interface Sites {
  /** Serves pages at a host, and replaces those that were served there before. */
  serve(host: string, pages: Pages): Site;
  /** Removes every host. */
  clear(): void;
  close(): Promise<void>;
}

export async function openSites(): Promise<Sites> {
  const sites = new Map<string, Site>();
  const server = createServer((request, response) => void serve(request, response));
  const port = await listenLocally(server);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request;
    const site = sites.get((headers.host ?? '').replace(/:\d+$/, ''));
    site?.requests.push({ method, path: url, headers });
    const page = site?.pages[url.replace(/\?.*/, '')] ?? site?.pages['*'];
    try {
      const html = typeof page === 'function' ? await page(request, response) : page;
      if (typeof html === 'string') response.setHeader('content-type', 'text/html; charset=utf-8');
      if (typeof html === 'string') response.end(html);
      else if (page === undefined) response.writeHead(404).end();
    } catch (error) {
      response.destroy(error instanceof Error ? error : undefined);
    }
  }

  return {
    serve(host, pages) {
      const site: Site = { url: `http://${host}:${port}`, host, requests: [], pages: { ...pages } };
      sites.set(host, site);
      return site;
    },
    clear: () => sites.clear(),
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
