import { csvOf } from './csv.ts';

it("rows are CSV in the API's form: quoted where necessary, and without formulas", () => {
  const lines = [
    ['path', 'visitors'],
    ['/a,"b"\n', 12.5],
    ['=1+1', undefined],
    ['@"', 0],
    ['+1', '-1'],
    ['\t=1', '\r=1'],
    ['a\rb', -1],
  ];
  expect(csvOf(lines)).toBe(
    'path,visitors\r\n"/a,""b""\n",12.5\r\n\'=1+1,\r\n"\'@""",0\r\n\'+1,\'-1\r\n\'\t=1,"\'\r=1"\r\n"a\rb",-1\r\n',
  );
});
