/** Cached results that were opened before: if unchanged, they are neither verified nor encoded again. */
import { Body, type Fields, successText } from '@footfall/http';
import { LRUCache } from 'lru-cache';
import { etagOf, type ResultText, unseal } from './seal.ts';

const openedBytesMax = 16 << 20;
/** The memory per character of a result: the character itself, its plain bytes, and those of the other encodings. */
const charBytes = 4;

export interface Opened extends ResultText {
  etag: string;
  /** The body of the response: the envelope and the result. */
  body: Body;
  /** The headers that describe the body. */
  contentFields: Fields;
}

const jsonFields: Fields = ['Content-Type', 'application/json; charset=utf-8'];

export class OpenedResults {
  readonly #found = new LRUCache<string, { entry: string; opened: Opened }>({
    maxSize: openedBytesMax,
    sizeCalculation: ({ entry }, key) => key.length + charBytes * entry.length,
  });

  /** Opens the cache's entry of `key`; undefined if it was not sealed under that key. */
  open(key: string, entry: string, workspaceId: string): Opened | undefined {
    const found = this.#found.get(key);
    if (found?.entry === entry) return found.opened;
    const text = unseal(key, entry);
    if (text === undefined) return undefined;
    const opened = openedFrom(text, key, workspaceId, true);
    this.#found.set(key, { entry, opened });
    return opened;
  }
}

/** Returns the result of `key` as it is sent. */
export function openedFrom(text: ResultText, key: string, workspaceId: string, fromCache: boolean): Opened {
  const body = new Body(() => successText(workspaceId, fromCache, text.resultJson));
  return { ...text, etag: etagOf(key, text), body, contentFields: jsonFields };
}
