/** The workspaces that a page may belong to, by its host. */
import type { Site } from '@footfall/warehouse';
import { originsOf } from '@footfall/schemas';
import { patternsOf } from '../cors.ts';

/** The maximum number of workspaces that one page is reported to. */
const workspacesMax = 5;

type Index = ReadonlyMap<string, readonly string[]>;

/** The index of each snapshot of the store: there may be thousands of sites, and any client can send requests without a key. */
const indexes = new WeakMap<readonly Site[], Index>();

/** Returns the IDs of the workspaces that name the page's host most closely: their wildcard must not reveal the pages of others. If there is only one workspace, it has every page. */
export function workspacesOfPage(origin: string | undefined, sites: readonly Site[]): readonly string[] {
  if (origin === undefined) return [];
  const index = indexes.get(sites) ?? createIndex(sites);
  indexes.set(sites, index);
  const closest = [...patternsOf(origin)].find((pattern) => index.has(pattern));
  const found = closest === undefined ? [] : (index.get(closest) ?? []);
  if (found.length === 0 && sites.length === 1) return sites.map(({ workspaceId }) => workspaceId);
  return found.slice(0, workspacesMax);
}

function createIndex(sites: readonly Site[]): Index {
  const index = new Map<string, string[]>();
  for (const { workspaceId, domain, allowedOrigins } of sites) {
    for (const pattern of new Set([...allowedOrigins, ...originsOf(domain)])) {
      const sharing = index.get(pattern);
      if (sharing) sharing.push(workspaceId);
      else index.set(pattern, [workspaceId]);
    }
  }
  return index;
}
