import { addIntake, type IntakeTally, noIntake, readIntake } from './intake.ts';

const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const refused = (code: string, origin: string | null, minute: number, count = 1) => ({
  code,
  message: `${code} at ${minute}`,
  count,
  lastAt: at(minute),
  origin,
});
const seen = (part: Partial<IntakeTally>): IntakeTally => ({ ...noIntake, ...part });

describe('the intake of a workspace', () => {
  it('adds up, with the newest event and the newest message', () => {
    const last = (minute: number) => ({ at: at(minute), type: '$pageview', path: `/${minute}`, country: 'DE' });
    const a = seen({ accepted: 2, last: last(5), refused: [refused('BOT', 'https://a.test', 1, 3)] });
    const b = seen({ accepted: 1, last: last(3), refused: [refused('BOT', 'https://a.test', 4)] });
    const sum = seen({
      accepted: 3,
      last: last(5),
      refused: [{ ...refused('BOT', 'https://a.test', 4), count: 4 }],
    });
    expect(addIntake(a, b)).toEqual(sum);
    expect(addIntake(b, a)).toEqual(sum);
    expect(addIntake(noIntake, a)).toEqual(a);
    expect(addIntake(a, noIntake)).toEqual(a);
  });

  it('keeps the first 300 characters of a message', () => {
    const long = { ...refused('BOT', null, 1), message: 'm'.repeat(301) };
    expect(addIntake(noIntake, seen({ refused: [long] })).refused).toEqual([{ ...long, message: 'm'.repeat(300) }]);
  });

  it('keeps the latest origins of each code, so that forged ones hide no other reason', () => {
    const flood = Array.from({ length: 50 }, (_, index) =>
      seen({ refused: [refused('BOT', `https://${index}.test`, index)] }),
    );
    const all = [seen({ refused: [refused('ORIGIN_NOT_ALLOWED', 'https://a.test', 0)] }), ...flood].reduce(addIntake);
    expect(all.refused.map(({ origin }) => origin)).toEqual([
      ...[49, 48, 47, 46, 45].map((index) => `https://${index}.test`),
      'https://a.test',
    ]);
  });

  it('is read from reports only', () => {
    const report = seen({ accepted: 2, refused: [refused('BOT', null, 1)] });
    const texts = [JSON.stringify(report), '', '{"accepted":"many"}', 'null', JSON.stringify(report)];
    expect(readIntake(texts)).toMatchObject({ accepted: 4, refused: [{ code: 'BOT', count: 2 }], last: null });
    expect(readIntake([])).toEqual(noIntake);
  });
});
