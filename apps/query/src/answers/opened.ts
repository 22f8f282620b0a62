/** Cached results that were opened before: if unchanged, they are neither verified nor encoded again. */
import { Body, type Fields, successText } from '@footfall/http';
import { LRUCache } from 'lru-cache';
import { isSealed, unseal, type Unsealed } from './seal.ts';

const openedBytesMax = 16 << 20;
/** The memory per character of a result: the character itself, its plain bytes, and those of the other encodings. */
const charBytes = 4;

export interface Opened extends Unsealed {
  workspaceId: string;
  /** The body of the response: the envelope and the result. */
  body: Body;
  /** The headers that describe the body. */
  contentFields: Fields;
}

const jsonFields: Fields = ['Content-Type', 'application/json; charset=utf-8'];

export class OpenedResults {
  readonly #found = new LRUCache<string, { sealed: string; opened: Opened }>({
    maxSize: openedBytesMax,
    sizeCalculation: ({ sealed }, key) => key.length + charBytes * sealed.length,
  });

  /** Opens `sealed`, the cache's entry of `key`; undefined if it was not sealed under that key. */
  open(key: string, sealed: string, workspaceId: string): Opened | undefined {
    const found = this.#found.get(key);
    if (found?.sealed === sealed) return found.opened;
    if (!isSealed(key, sealed)) return undefined;
    const opened = open(key, sealed, workspaceId, true);
    this.#found.set(key, { sealed, opened });
    return opened;
  }
}

/** Opens `sealed`, the entry of `key`, for `workspaceId`, without verifying it. */
export function open(key: string, sealed: string, workspaceId: string, fromCache: boolean): Opened {
  const unsealed = unseal(key, sealed);
  const body = new Body(() => successText(workspaceId, fromCache, unsealed.resultJson));
  return { ...unsealed, workspaceId, body, contentFields: jsonFields };
}
