import { looksLike } from './looks-like.ts';

const tar = Buffer.concat([Buffer.from('access.log'.padEnd(257, '\0')), Buffer.from('ustar\u000000')]);

describe('the detected kind of a file', () => {
  it.each([
    ['a zip archive', Buffer.from('PK\u0003\u0004\u0014')],
    ['a bzip2 file', Buffer.from('BZh91AY')],
    ['an xz file', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])],
    ['a Zstandard file', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00])],
    ['a 7z archive', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c])],
    ['a tar archive', tar],
    ['UTF-16 text', Buffer.from('\ufeff203.0.113.7 - -', 'utf16le')],
    ['UTF-16 text', Buffer.from('203.0.113.7 - -', 'utf16le')],
    ['UTF-16 text', Buffer.from('\ufeff203.0.113.7 - -', 'utf16le').swap16()],
    ['binary data', Buffer.from([1, 0, 0, 2, 0, 0])],
    ['JSON with the fields ip, when', Buffer.from('{"ip":"1.1.1.1","when":3}\n{}')],
    ['JSON over several lines', Buffer.from('{\n  "ip": "1.1.1.1"\n}')],
    ['a JSON array', Buffer.from('[{"ip":"1.1.1.1"}]')],
    ['HTML or XML', Buffer.from('<!doctype html>')],
    [
      'an access log with something before each line',
      Buffer.from('Nov 23 10:00:00 web nginx: 203.0.113.7 - - [17/May/2015:10:05:03 +0000] "GET'),
    ],
    ['text of another kind', Buffer.from('hello there')],
  ])('A22 is %s', (what, head) => {
    expect(looksLike(head)).toContain(what);
  });
});
