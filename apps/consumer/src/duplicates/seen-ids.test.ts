/** The memory of IDs, which forgets none of the last day. */
import { hourMs } from '@footfall/schemas';
import fc from 'fast-check';
import { hashId, SeenIds, unpackHashes } from './seen-ids.ts';

describe('SeenIds', () => {
  it('remembers every ID that was added, however many there are', () => {
    const seen = new SeenIds();
    const ids = Array.from({ length: 50_000 }, (_, index) => `id-${index}`);
    for (const id of ids) seen.add(hashId('ws', id), hourMs);
    expect(ids.every((id) => seen.has(hashId('ws', id)))).toBe(true);
    expect(seen.has(hashId('other', 'id-1'))).toBe(false);
  });

  it('keeps the IDs of the last 24 hours, in any order of arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 * hourMs }), { minLength: 1, maxLength: 200 }), (times) => {
        const seen = new SeenIds();
        for (const [index, time] of times.entries()) seen.add(hashId('ws', String(index)), time);
        const newest = Math.max(...times);
        return times.every((time, index) => newest - time > 24 * hourMs || seen.has(hashId('ws', String(index))));
      }),
    );
  });

  it('forgets IDs that are more than a day and an hour old', () => {
    const seen = new SeenIds();
    seen.add(hashId('ws', 'a'), hourMs);
    seen.add(hashId('ws', 'earlier'), 0);
    seen.add(hashId('ws', 'b'), 30 * hourMs);
    expect(seen.has(hashId('ws', 'a'))).toBe(false);
    expect(seen.keptSince).toBe(2 * hourMs);
  });

  it('forgets them even if it has an ID from the future, received while the clock was ahead', () => {
    const seen = new SeenIds();
    seen.add(hashId('ws', 'ahead'), 10_000 * hourMs);
    seen.add(hashId('ws', 'a'), 0);
    expect(seen.has(hashId('ws', 'a'))).toBe(true);
    seen.add(hashId('ws', 'b'), 30 * hourMs);
    expect(seen.has(hashId('ws', 'a'))).toBe(false);
    expect(seen.keptSince).toBe(hourMs);
  });

  it('unpacks hashes as the warehouse packs them', () => {
    const { high, low } = hashId('ws', 'a');
    const packed = Buffer.alloc(16);
    packed.writeUInt32BE(high, 8);
    packed.writeUInt32BE(low, 12);
    expect([...unpackHashes(packed)]).toEqual([
      { high: 0, low: 0 },
      { high, low },
    ]);
  });
});
