/** Shortcuts of a single character. They can be turned off, for users of speech input and users who press keys by mistake. */
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
