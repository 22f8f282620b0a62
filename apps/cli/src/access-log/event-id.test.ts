import { z } from 'zod';
import { LineIds } from './event-id.ts';

const line = '203.0.113.7 - - [17/May/2015:10:05:03 +0000] "GET / HTTP/1.1" 200 512';

function idsOf(lines: readonly string[], host = 'www.example.com'): string[] {
  const ids = new LineIds(host);
  return lines.map((each, second) => ids.next(each, each === line ? 0 : second));
}

describe('IDs of lines', () => {
  it('are UUIDs', () => {
    expect(z.uuid().safeParse(idsOf([line])[0]).success).toBe(true);
  });

  it('are the same in a second import of a file', () => {
    const lines = [line, `${line} a`, line, `${line} b`];
    expect(idsOf(lines)).toEqual(idsOf(lines));
  });

  it('differ between equal lines of one file', () => {
    expect(new Set(idsOf([line, line, line])).size).toBe(3);
  });

  it('differ between sites with equal lines', () => {
    expect(idsOf([line], 'a.example')).not.toEqual(idsOf([line], 'b.example'));
  });

  it('differ between equal lines with other lines between them', () => {
    const between = Array.from({ length: 9_000 }, (_, index) => `${line} ${index}`);
    const ids = idsOf([line, ...between, line]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
