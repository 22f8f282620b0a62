import { readEncoding, requireMediaType } from './media-type.ts';

describe('requireMediaType', () => {
  it.each([
    'application/json',
    'Application/JSON; Charset=UTF-8',
    'application/json;charset="utf-8"',
    'text/plain',
    'text/plain;charset=UTF-8',
    'text/plain; charset=utf8; format=flowed',
  ])('E6 accepts %s', (contentType) => {
    expect(() => requireMediaType(contentType)).not.toThrow();
  });

  it.each([
    undefined,
    '',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'text/plainest',
    'application/json; charset=utf-16',
    'application/json; charset=utf-7',
    'text/plain;charset=iso-8859-1',
    'text/plain;charset=utf-8;charset=utf-16',
    'text/plain;charset=',
    'text/plain; charset =utf-16le',
    'application/xml, application/json',
    'application/json, application/xml',
  ])('E6 refuses %p', (contentType) => {
    expect(() => requireMediaType(contentType)).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE' }));
  });
});

describe('a refused body', () => {
  it.each([
    [() => requireMediaType('text/xml'), 'Content-Type must be application/json or text/plain, got "text/xml"'],
    [() => requireMediaType(undefined), 'Content-Type must be application/json or text/plain, got nothing'],
    [() => requireMediaType('text/plain;charset=utf-16'), 'The charset in Content-Type must be utf-8, got "utf-16"'],
    [() => readEncoding('br'), 'Content-Encoding must be gzip, deflate or identity, got "br"'],
  ])('A30 is refused with the name of its header: case %#', (read, message) => {
    expect(read).toThrow(message);
  });
});

describe('readEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['identity', 'identity'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    [' deflate ', 'deflate'],
  ])('E2 reads %p as %s', (header, encoding) => {
    expect(readEncoding(header)).toBe(encoding);
  });

  it.each(['br', 'zstd', 'compress', 'gzip, gzip', 'deflate, gzip', 'gzip,br', 'constructor'])(
    'E2 refuses %s',
    (header) => {
      expect(() => readEncoding(header)).toThrow(expect.objectContaining({ code: 'UNSUPPORTED_MEDIA_TYPE' }));
    },
  );
});
