import { nextRanges } from './watermark.ts';

const log = (partition: number) => ({ topicId: 'topic', partition });

it('follow the previous ranges, with a fair share for each log, and count what is left', () => {
  const last = [{ ...log(0), start: 0, end: 10 }];
  const ends = [
    { ...log(0), offset: 40 },
    { ...log(1), offset: 10 },
  ];
  expect(nextRanges(last, ends, 20)).toEqual({
    ranges: [
      { ...log(0), start: 10, end: 25 },
      { ...log(1), start: 0, end: 5 },
    ],
    behind: 20,
  });
  expect(nextRanges(last, ends, 40)).toMatchObject({ ranges: [{ end: 40 }, { end: 10 }], behind: 0 });
});

it('are empty for a log that ends below the watermark, or is not among the ends: no event counts twice', () => {
  const last = [
    { ...log(0), start: 0, end: 10 },
    { ...log(1), start: 0, end: 7 },
  ];
  expect(nextRanges(last, [{ ...log(0), offset: 4 }], 20)).toEqual({
    ranges: [
      { ...log(0), start: 10, end: 10 },
      { ...log(1), start: 7, end: 7 },
    ],
    behind: 0,
  });
});

it('advance each log, however few offsets a batch can have', () => {
  const ends = [0, 1, 2].map((partition) => ({ ...log(partition), offset: 5 }));
  expect(nextRanges([], ends, 1).ranges).toMatchObject([{ end: 1 }, { end: 1 }, { end: 1 }]);
});
