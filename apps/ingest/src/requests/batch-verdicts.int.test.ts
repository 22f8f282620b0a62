/** Batches sent to the ingest server, and the verdicts on their events. */
import { eventLimits } from '@footfall/schemas';
import { errorBody, pageview } from '../serve.fixture.ts';
import { sharedRig } from '../shared-rig.fixture.ts';
import { custom, verdictsOf } from './verdicts.fixture.ts';

const shared = sharedRig({ settings: { TRUST_PROXY: 'loopback' } });
const { send, reasonAgainst } = verdictsOf(shared);

describe('a batch', () => {
  it('E12 accepts the good events if one of three is bad, which is reported with its index and reason', async () => {
    const response = await send({ events: [custom, { type: '$pageview', url: 17 }, pageview] });
    expect([response.status, response.body]).toEqual([
      202,
      {
        success: true,
        accepted: 2,
        rejected: [{ index: 1, code: 'INVALID_EVENT', message: expect.stringMatching(/^url must be .*, got 17$/) }],
      },
    ]);
    expect((await shared.rig.taken()).map(({ type }) => type)).toEqual(['signup', '$pageview']);
  });

  it('lists the rejections of schema and pipeline in one order', async () => {
    const response = await send({
      events: [{ type: 'x', timestamp: 'never' }, {}, custom, { type: 'x', ip: '192.0.2.1' }],
    });
    const { rejected } = response.body as { rejected: { index: number; code: string }[] };
    expect(rejected.map(({ index, code }) => [index, code])).toEqual([
      [0, 'INVALID_TIMESTAMP'],
      [1, 'INVALID_EVENT'],
      [3, 'FORBIDDEN_FIELD'],
    ]);
    expect(await shared.rig.taken()).toHaveLength(1);
  });

  it('is refused with 400 and the first reasons if no event is good', async () => {
    const response = await send({ events: [{}, { type: '$nope' }, { typ: 'x' }, {}, {}] });
    expect(response.status).toBe(400);
    expect(response.body).toEqual(
      errorBody(
        'BAD_REQUEST',
        expect.stringMatching(
          /^No event was accepted\. By index: 0: INVALID_EVENT, type must be .*, got nothing; 1: .*; 2: .*; and 2 more: 2 INVALID_EVENT$/,
        ),
      ),
    );
    expect(await shared.rig.taken()).toEqual([]);
  });

  it('is refused with the number of further events by code', async () => {
    const bot = { ...custom, userAgent: 'Googlebot/2.1' };
    const events = [{}, {}, {}, {}, bot, {}, bot, {}, { type: 'x', timestamp: 'never' }];
    const { status, body } = await send({ events }, { 'X-API-Key': shared.tenant.secretKey });
    const more = /; and 6 more: 3 INVALID_EVENT, 2 BOT, 1 INVALID_TIMESTAMP$/;
    expect([status, body]).toEqual([400, errorBody('BAD_REQUEST', expect.stringMatching(more))]);
  });

  it('E13 has 1 to 1,000 events', async () => {
    const batch = (events: number) => ({ events: Array.from({ length: events }, () => custom) });
    for (const events of [0, 1001]) {
      const response = await send(batch(events));
      expect([response.status, response.body]).toEqual([
        400,
        errorBody('BAD_REQUEST', `events must be a list of 1 to 1000 events, got a list of ${events}`),
      ]);
    }
    expect(await shared.rig.taken()).toEqual([]);
    expect((await send(batch(1000))).body).toEqual({ success: true, accepted: 1000, rejected: [] });
    expect(await shared.rig.taken()).toHaveLength(1000);
  });

  it('E13 has only its event of more than 32 KiB rejected', async () => {
    const wide = (bytes: number) => {
      const event = { ...custom, props: {} as Record<string, string>, referrer: '' };
      for (let index = 0; index < 40; index += 1) event.props[`key${index}`] = 'x'.repeat(800);
      return { ...event, referrer: 'x'.repeat(bytes - JSON.stringify(event).length) };
    };
    const { eventBytesMax } = eventLimits;
    expect((await send({ events: [wide(eventBytesMax), custom] })).body).toMatchObject({ accepted: 2, rejected: [] });
    await shared.rig.taken();
    expect(await reasonAgainst(wide(eventBytesMax + 1))).toEqual({
      code: 'EVENT_TOO_LARGE',
      message: 'an event must have at most 32768 bytes, got 32769',
    });
  });

  it.each([
    ['ISO 8601', (epochMs: number) => new Date(epochMs).toISOString()],
    ['epoch milliseconds', (epochMs: number) => epochMs],
  ])('corrects the clock of the client by sentAt as %s', async (_name, write) => {
    const clientNow = Date.now() - 3_600_000;
    const response = await send({
      events: [{ ...custom, timestamp: write(clientNow - 5_000) }],
      sentAt: write(clientNow),
    });
    expect(response.status).toBe(202);
    const [event] = await shared.rig.taken();
    expect(event?.timestampSource).toBe('corrected');
    expect((event?.receivedAt ?? 0) - (event?.timestamp ?? 0)).toBe(5_000);
  });
});
