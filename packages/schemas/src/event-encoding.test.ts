/** Enriched events on the bus, as this version writes them and as earlier versions did. */
import fc from 'fast-check';
import { enrichedEvent } from './enriched-event.fixture.ts';
import { decodeEvent, encodeEvent } from './event-encoding.ts';

/** Records as this version and the one before write them. Logs contain such records: their decoded events never change. */
const record =
  '[2,"0198c7e2-aaaa-7bbb-8ccc-000000000001","ws_0000000000000000","$pageleave",1772366399000,1772366400000,"corrected",7,' +
  '"00000000000000aa","ffffffffffffffff",true,"example.com","/größe","Say \\"hi\\"","Google","a","b","c","d","e","Paid Search",' +
  '"Google Ads","Chrome","Windows","tv","DE","Köln",10000,null,true,{"plan":"pro","seats":5,"trial":false}]';
const recordOfVersion1 =
  '{"v":1,"id":"0198c7e2-aaaa-7bbb-8ccc-000000000001","workspaceId":"ws_0000000000000000","type":"$pageleave","timestamp":1772366399000,' +
  '"receivedAt":1772366400000,"timestampSource":"corrected","requestIndex":7,"visitorId":"00000000000000aa","sessionId":"ffffffffffffffff",' +
  '"derived":true,"hostname":"example.com","path":"/größe","title":"Say \\"hi\\"","source":"Google","utmSource":"a","utmMedium":"b",' +
  '"utmCampaign":"c","utmTerm":"d","utmContent":"e","channel":"Paid Search","adPlatform":"Google Ads","browser":"Chrome","os":"Windows",' +
  '"device":"tv","country":"DE","city":"Köln","scrollDepth":10000,"engagedMs":null,"continued":true,"props":{"plan":"pro","seats":5,"trial":false}}';

const text = fc.string({ unit: 'binary', maxLength: 20 }).map((given) => given.toWellFormed());

describe('encoded events', () => {
  it('are decoded unchanged', () => {
    const event = fc
      .record({ path: text, title: text, props: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())) })
      .map(enrichedEvent);
    fc.assert(
      fc.property(event, fc.nat(), (one, offset) => expect(decodeEvent(encodeEvent(one), offset)).toEqual(one)),
    );
  });

  it('have the format that logs contain', () => {
    const event = decodeEvent(Buffer.from(record), 0);
    if (typeof event === 'string') throw new Error(event);
    expect(encodeEvent(event).toString()).toBe(record);
    expect(decodeEvent(Buffer.from(recordOfVersion1), 0)).toEqual(event);
  });

  it('of version 1 are decoded in any order of fields, with an ID in upper case', () => {
    const { v, id, ...rest } = JSON.parse(recordOfVersion1) as { v: number; id: string };
    const decoded = decodeEvent(Buffer.from(JSON.stringify({ ...rest, id: id.toUpperCase(), v })), 0);
    expect(decoded).toEqual({ ...rest, id: id.toUpperCase() });
  });

  it('of version 1 get missing fields from the offset or from the default of the column', () => {
    const { requestIndex: _index, derived: _derived, ...earlier } = enrichedEvent();
    const decoded = [65_535, 65_536, 2 ** 40 + 7].map((offset) =>
      decodeEvent(Buffer.from(JSON.stringify({ v: 1, ...earlier })), offset),
    );
    expect(decoded).toEqual([65_535, 0, 7].map((requestIndex) => ({ ...earlier, requestIndex, derived: false })));
  });

  it.each([
    ['', 'empty value'],
    ['{"v":1', 'not JSON in UTF-8'],
    [Buffer.from([0x22, 0xff, 0x22]), 'not JSON in UTF-8'],
    ['null', 'not an enriched event: it must be a list or an object, got null'],
    ['[]', 'not an enriched event: the version must be 2, got nothing'],
    [record.replace('[2,', '[3,'), 'not an enriched event: the version must be 2, got 3'],
    [record.replace('[2,', '["secret",'), 'not an enriched event: the version must be 2, got a string of length 6'],
    [record.replace('}]', '},0]'), 'not an enriched event: there must be 30 values, got 31'],
    ['[2]', 'not an enriched event: there must be 30 values, got 0'],
    [record.replace('7,', 'null,'), 'not an enriched event: requestIndex must be an integer from 0 to 65535, got null'],
    ['{"v":1}', 'not an enriched event: id must be a UUID, got nothing'],
    [recordOfVersion1.replace('"v":1', '"v":2'), 'not an enriched event: v must be 1, got 2'],
    [recordOfVersion1.replace('"v":1', '"v":1,"__proto__":{}'), 'not an enriched event: "__proto__" is not a field'],
    [
      recordOfVersion1.replace('"derived":true', '"derived":null'),
      'not an enriched event: derived must be true or false, got null',
    ],
  ])('are rejected with a reason, case %#', (value, reason) => {
    expect(decodeEvent(Buffer.from(value), 0)).toBe(reason);
  });
});
