/** IDs for events without one: UUIDs of version 7, so that later ones are greater. */
import { randomFillSync } from 'node:crypto';
import { V7Generator } from 'uuidv7';

/** Random numbers for about 500 IDs: reading them one by one takes longer than the rest of an ID. */
const random = new Uint32Array(1_024);
let used = random.length;

const generator = new V7Generator({
  nextUint32() {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    return random[used++] ?? 0;
  },
});

export function newEventId(): string {
  return generator.generate().toString();
}
