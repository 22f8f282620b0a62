/** Results that survive a reload: in the tab's storage, which ends with the tab. */
import type { Dated } from './resource.ts';

const prefix = 'footfall:';

export function keep(key: string, dated: Dated<unknown>): void {
  try {
    sessionStorage.setItem(prefix + key, JSON.stringify(dated));
  } catch {
    // The storage is full or disabled: the page works without it.
    forgetKept();
  }
}

export function recall<Result>(key: string): Dated<Result> | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(prefix + key) ?? 'null');
    return isDated<Result>(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function forgetKept(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key);
  } catch {
    // An unreadable storage contains nothing.
  }
}

/** `keep` wrote the result under the key of that resource. */
function isDated<Result>(kept: unknown): kept is Dated<Result> {
  return kept !== null;
}
