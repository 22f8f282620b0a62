/** Texts that break careless quoting, escaping or splitting. */
export const awkwardTexts = [
  '',
  "it's",
  "\\'",
  'back\\slash\\',
  '\\N',
  'NULL',
  '{n:UInt32}',
  'nul\0inside',
  'tab\tline\nreturn\rbell\u0007',
  'line\u2028separator',
  'שלום',
  '😀🏳️‍🌈',
  '"}\n{"x":1}',
  ']\n[1,"x"]',
  "'; DROP TABLE notes; --",
  '__proto__',
];
