import { annotationInputSchema } from './annotation.ts';

const launch = { date: '2026-03-01', text: 'Launch' };

it.each([launch, { date: '2024-02-29', text: 'a'.repeat(200) }, { ...launch, text: 'Größe 🎉' }])(
  'accepts an annotation: %#',
  (input) => {
    expect(annotationInputSchema.parse(input)).toEqual(input);
  },
);

it.each<[object, RegExp]>([
  [{ text: 'Launch' }, /^date must be an existing day as YYYY-MM-DD, got nothing$/],
  [{ ...launch, date: '2026-02-29' }, /^date must be an existing day as YYYY-MM-DD, got "2026-02-29"$/],
  [{ ...launch, date: '2026-3-1' }, /^date must be an existing day as YYYY-MM-DD, got "2026-3-1"$/],
  [{ ...launch, date: 20260301 }, /^date must be an existing day as YYYY-MM-DD, got 20260301$/],
  [{ date: '2026-03-01' }, /^text must have 1 to 200 characters, got nothing$/],
  [{ ...launch, text: ' ' }, /^text must have 1 to 200 characters, got ""$/],
  [{ ...launch, text: 'a'.repeat(201) }, /^text must have 1 to 200 characters, got "a+…" \(201 characters\)$/],
  [{ ...launch, text: 'Lau\nnch' }, /^text must contain printable characters only, got U\+000A$/],
])('rejects an invalid annotation with a reason: %#', (input, message) => {
  const [issue] = annotationInputSchema.safeParse(input).error?.issues ?? [];
  expect(`${issue?.path.join('.')} ${issue?.message}`).toMatch(message);
});

it('refuses a field that annotations do not have, by name', () => {
  const [issue] = annotationInputSchema.safeParse({ ...launch, colour: 'red' }).error?.issues ?? [];
  expect(issue).toMatchObject({ code: 'unrecognized_keys', keys: ['colour'] });
});
