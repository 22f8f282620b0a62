/** Compares the responses of a query process with the reference. */
import { isDeepStrictEqual } from 'node:util';
import type { Delivery } from '../reference/sent.ts';
import { createReference, type Endpoint, endpoints } from '../reference.ts';
import { type Params, searchParamsOf } from '../reference/params.ts';
import { responseFrom } from '@footfall/test-servers';

export interface Difference {
  endpoint: Endpoint;
  result: unknown;
  expected: unknown;
}

/** Returns the differences between the responses of the servers at `urls` and the reference; `deliveries` are all acknowledged events. */
export async function differences(
  urls: readonly string[],
  key: string,
  deliveries: readonly Delivery[],
): Promise<Difference[]> {
  const nowMs = Date.now();
  const reference = createReference(deliveries);
  const found: Difference[] = [];
  for (const endpoint of endpoints) {
    const params = paramsOf(endpoint, nowMs);
    const expected: unknown = JSON.parse(JSON.stringify(reference.result(endpoint, params, nowMs)));
    for (const url of urls) {
      const result = await read(url, key, endpoint, params).catch((error: unknown) => String(error));
      if (!isDeepStrictEqual(result, expected)) found.push({ endpoint, result, expected });
    }
  }
  return found;
}

/** Resolves with the result of a response, without the envelope. Rejects unless it is a 200. */
async function read(url: string, key: string, endpoint: Endpoint, params: Params): Promise<unknown> {
  const query = searchParamsOf(params).toString();
  const response = await responseFrom(`${url}/api/v1/analytics/${endpoint}?${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${endpoint}: ${response.status} ${text}`);
  const {
    success: _success,
    workspaceId: _workspaceId,
    fromCache: _fromCache,
    ...result
  } = JSON.parse(text) as Record<string, unknown>;
  return result;
}

let lookbackDays = 2;

/** Returns different parameters every time, so that no response comes from the cache of an earlier check. */
function paramsOf(endpoint: Endpoint, nowMs: number): Params {
  if (endpoint === 'realtime') return {};
  if (endpoint === 'ux-insights') return { days: String((lookbackDays += 1)) };
  const text = (epochMs: number) => new Date(epochMs).toISOString();
  return { start: text(nowMs - 86_400_000), end: text(nowMs) };
}
