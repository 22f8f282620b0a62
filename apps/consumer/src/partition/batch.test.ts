/** The decoding of the bytes of a record. */
import { encodeEvent, type EnrichedEvent } from '@footfall/schemas';
import { enrichedEvent } from '@footfall/schemas/fixture';
import type { BusRecord } from '@footfall/bus';
import { decodeRecords } from './batch.ts';

const event = enrichedEvent();
const log = { topicId: 'topic-id', partition: 3 };
const record = (value: string | Uint8Array, offset = 0): BusRecord => ({ offset, value: Buffer.from(value) });

const bytesOf = (fields: Partial<EnrichedEvent> = {}) => encodeEvent({ ...event, ...fields });

describe('decodeRecords', () => {
  it('returns a row with its topic ID, partition and offset', async () => {
    expect(await decodeRecords([record(bytesOf(), 7)], log)).toEqual({
      rows: [{ ...event, ...log, offset: 7 }],
      deadLetters: [],
    });
  });

  it('orders records of earlier versions, which lack the index in the request, by their offsets', async () => {
    const { requestIndex: _index, derived: _derived, ...earlier } = event;
    const records = [65_535, 65_536, 2 ** 40 + 7].map((offset) => record(JSON.stringify({ v: 1, ...earlier }), offset));
    const { rows } = await decodeRecords(records, log);
    expect(rows.map(({ requestIndex }) => requestIndex)).toEqual([65_535, 0, 7]);
  });

  it.each([
    ['B10 an empty value', '', 'empty value'],
    ['B10 text that is not JSON', 'hello', 'not JSON in UTF-8'],
    ['B10 bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'not JSON in UTF-8'],
    ['B10 a foreign message', '{"hello":"world"}', 'not an enriched event: "hello" is not a field'],
    ['a later version of the message', '[3,"…"]', 'not an enriched event: the version must be 2, got 3'],
    [
      'a number out of range',
      bytesOf({ scrollDepth: 70_000 }),
      'not an enriched event: scrollDepth must be null or an integer from 0 to 10000, got 70000',
    ],
    [
      'half of a surrogate pair',
      bytesOf({ title: '\ud800' }),
      'not an enriched event: title must be a well-formed string, got a string of length 1',
    ],
    [
      'a time out of range',
      bytesOf({ timestamp: 1e16 }),
      'not an enriched event: timestamp must be epoch milliseconds from 0 to 10413791999999, got 10000000000000000',
    ],
  ])('returns a dead letter with its reason for %s, and continues', async (_name, value, reason) => {
    const { rows, deadLetters } = await decodeRecords([record(value), record(bytesOf(), 1)], log);
    expect(deadLetters).toMatchObject([{ record: { offset: 0 }, reason: expect.stringContaining(reason) }]);
    expect(rows).toMatchObject([{ offset: 1 }]);
  });

  it('returns the same rows for the same bytes', async () => {
    const records = [record(bytesOf()), record('x', 1)];
    expect(await decodeRecords(records, log)).toEqual(await decodeRecords(records, log));
  });
});
