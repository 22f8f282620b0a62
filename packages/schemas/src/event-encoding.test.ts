/** Enriched events on the bus, as this version writes them and as earlier versions did. */
import fc from 'fast-check';
import { enrichedEvent } from './enriched-event.fixture.ts';
import { decodeEvent, encodeEvent } from './event-encoding.ts';

/** A record as version 0.1.0 wrote it. Logs contain such records: what is read from one never changes. */
const record =
  '{"v":1,"id":"0198c7e2-aaaa-7bbb-8ccc-000000000001","workspaceId":"ws_0000000000000000","type":"$pageleave","timestamp":1772366399000,' +
  '"receivedAt":1772366400000,"timestampSource":"corrected","requestIndex":7,"visitorId":"00000000000000aa","sessionId":"ffffffffffffffff",' +
  '"derived":true,"hostname":"example.com","path":"/größe","title":"Say \\"hi\\"","source":"Google","utmSource":"a","utmMedium":"b",' +
  '"utmCampaign":"c","utmTerm":"d","utmContent":"e","channel":"Paid Search","adPlatform":"Google Ads","browser":"Chrome","os":"Windows",' +
  '"device":"tv","country":"DE","city":"Köln","scrollDepth":10000,"engagedMs":null,"continued":true,"props":{"plan":"pro","seats":5,"trial":false}}';

const text = fc.string({ unit: 'binary', maxLength: 20 }).map((given) => given.toWellFormed());

describe('encoded events', () => {
  it('are decoded as they were', () => {
    const event = fc
      .record({ path: text, title: text, props: fc.dictionary(text, fc.oneof(text, fc.integer(), fc.boolean())) })
      .map(enrichedEvent);
    fc.assert(
      fc.property(event, fc.nat(), (one, offset) => expect(decodeEvent(encodeEvent(one), offset)).toEqual(one)),
    );
  });

  it('have every field of a record of version 0.1.0, so that its consumer accepts them', () => {
    const event = decodeEvent(Buffer.from(record), 0);
    if (typeof event === 'string') throw new Error(event);
    expect(JSON.parse(encodeEvent(event).toString())).toMatchObject(JSON.parse(record) as object);
  });

  it('are decoded in any order of fields, with an ID in upper case', () => {
    const { id, ...rest } = JSON.parse(record) as { id: string };
    const decoded = decodeEvent(Buffer.from(JSON.stringify({ ...rest, id: id.toUpperCase() })), 0);
    expect(decoded).toMatchObject({ ...rest, id: id.toUpperCase() });
  });

  it('take fields that records of earlier versions lack from the offset, or from the default of the column', () => {
    const { requestIndex: _index, derived: _derived, ...earlier } = enrichedEvent();
    const decoded = [65_535, 65_536, 2 ** 40 + 7].map((offset) =>
      decodeEvent(Buffer.from(JSON.stringify(earlier)), offset),
    );
    expect(decoded).toEqual([65_535, 0, 7].map((requestIndex) => ({ ...earlier, requestIndex, derived: false })));
  });

  it.each([
    ['', 'empty value'],
    ['{"v":1', 'not JSON in UTF-8'],
    [Buffer.from([0x22, 0xff, 0x22]), 'not JSON in UTF-8'],
    ['null', 'not an enriched event: it must be an object, got null'],
    [record.replace('"v":1', '"v":2'), 'not an enriched event: v must be 1, got 2'],
    [record.replace('"v":1', '"v":1,"__proto__":{}'), 'not an enriched event: "__proto__" is not a field'],
    [
      record.replace('"derived":true', '"derived":null'),
      'not an enriched event: derived must be true or false, got null',
    ],
  ])('are refused with a reason, case %#', (value, reason) => {
    expect(decodeEvent(Buffer.from(value), 0)).toBe(reason);
  });
});
