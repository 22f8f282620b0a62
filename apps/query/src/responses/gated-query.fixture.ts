/** A query that a test ends, and that counts how often it runs. */
import { type RequestContext, defineQuery, type Query, utc } from '@footfall/warehouse';
import { z } from 'zod';

export interface GatedQuery {
  query: Query;
  /** The workspaces of its runs, in order. */
  runs: string[];
  /** The contexts in which requests were resolved, in order. */
  requests: RequestContext[];
  /** Resolves once it has been run `count` times. */
  started(count: number): Promise<void>;
  /** Ends every waiting run: with a result, or with `fault`. */
  release(fault?: Error): void;
  /** Makes all further runs end at once. */
  open(): void;
}

interface Waiting {
  resolve: () => void;
  reject: (fault: Error) => void;
}

export function gatedQuery(name: string): GatedQuery {
  const runs: string[] = [];
  const requests: RequestContext[] = [];
  const waiting: Waiting[] = [];
  const watchers: (() => void)[] = [];
  let isOpen = false;
  const query = defineQuery({
    name,
    summary: 'Waits.',
    params: z.object({ limit: z.string().optional() }),
    result: z.object({ workspace: z.string(), run: z.int(), data: z.array(z.object({ name: z.string() })) }),
    cacheTtlSeconds: 60,
    resolve(_params, at) {
      requests.push(at);
      return { range: { startMs: at.nowMs - 1, endMs: at.nowMs }, zone: utc, filters: [] };
    },
    async run(_resolved, { scope: { workspaceId } }) {
      const run = runs.push(workspaceId);
      for (const watcher of watchers) watcher();
      if (!isOpen) await new Promise<void>((resolve, reject) => waiting.push({ resolve, reject }));
      return { workspace: workspaceId, run, data: [] };
    },
  });
  return {
    query,
    runs,
    requests,
    started: (count) =>
      new Promise((resolve) => {
        const watcher = () => runs.length >= count && resolve();
        watchers.push(watcher);
        watcher();
      }),
    release(fault) {
      for (const { resolve, reject } of waiting.splice(0)) {
        if (fault) reject(fault);
        else resolve();
      }
    },
    open() {
      isOpen = true;
      this.release();
    },
  };
}
