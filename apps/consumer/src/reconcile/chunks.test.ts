import fc from 'fast-check';
import { absentWindows, type Chunk, doubledWindows } from './chunks.ts';

const size = 100_000;
const chunk = fc.record({ offsets: fc.nat(size), more: fc.nat(size) });
const chunksOf = (counts: readonly { offsets: number; more: number }[]): Chunk[] =>
  counts.map(({ offsets, more }, index) => ({
    from: index * size,
    to: (index + 1) * size,
    offsets,
    rows: offsets + more,
  }));

describe('windows', () => {
  it('contain every chunk that differs once, in order', () => {
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 60 }), (counts) => {
        const chunks = chunksOf(counts);
        for (const [windows, differs] of [
          [absentWindows(chunks), (one: Chunk) => one.offsets < size],
          [doubledWindows(chunks), (one: Chunk) => one.rows > one.offsets],
        ] as const) {
          for (const one of chunks.filter(differs)) {
            expect(windows.filter(({ from, to }) => from <= one.from && one.to <= to)).toHaveLength(1);
          }
          for (const [index, window] of windows.entries()) {
            expect(window.from).toBeGreaterThanOrEqual(windows[index - 1]?.to ?? 0);
          }
        }
      }),
    );
  });

  it('are empty if nothing differs', () => {
    expect(absentWindows(chunksOf([{ offsets: size, more: 5 }]))).toEqual([]);
    expect(doubledWindows(chunksOf([{ offsets: 5, more: 0 }]))).toEqual([]);
  });

  it('are small enough for one query, and few if little differs', () => {
    const little = chunksOf(Array.from({ length: 100 }, () => ({ offsets: size - 10, more: 0 })));
    const nothingStored = chunksOf(Array.from({ length: 100 }, () => ({ offsets: 0, more: 0 })));
    expect(absentWindows(little)).toHaveLength(5);
    for (const { from, to } of absentWindows(little)) expect(to - from).toBeLessThanOrEqual(2_000_000);
    for (const { from, to } of absentWindows(nothingStored)) expect(to - from).toBeLessThanOrEqual(200_000);
  });
});
