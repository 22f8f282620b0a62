/** Shortcuts of a single character: they can be turned off, for those whose speech or hand presses keys by mistake. */
import { store, stored } from './stored.ts';

const storageKey = 'footfall-keys';
let isOn = stored(storageKey) !== 'off';

export function hasSingleKeys(): boolean {
  return isOn;
}

export function setSingleKeys(isWanted: boolean): void {
  isOn = isWanted;
  store(storageKey, isOn ? 'on' : 'off');
}
