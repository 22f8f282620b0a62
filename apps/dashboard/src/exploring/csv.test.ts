import { toCsv } from './csv.ts';

describe('CSV', () => {
  it('quotes what has to be, and lets no cell be taken for a formula', () => {
    const table = { nameTitle: 'Page', columns: [{ title: 'Visitors' }] };
    const rows = [
      { name: '/a,b', figures: [1] },
      { name: 'say "x"', figures: [2] },
      { name: '=1+1', figures: [-3] },
      { name: '@x', figures: [4] },
    ];
    expect(toCsv(table, rows)).toBe('Page,Visitors\r\n"/a,b",1\r\n"say ""x""",2\r\n\'=1+1,\'-3\r\n\'@x,4\r\n');
  });

  it('has a column for details where there are some', () => {
    const table = { nameTitle: 'City', columns: [] };
    expect(toCsv(table, [{ name: 'Paris', detail: 'FR', figures: [] }])).toBe('City,Detail\r\nParis,FR\r\n');
  });
});
