/** Sends events to a server, and reads the verdicts on them. */
import { z } from 'zod';
import { type Answer, post } from '../serve.fixture.ts';
import type { SharedBench } from '../shared-bench.fixture.ts';

export const custom = { type: 'signup' };

const reason = z.object({ code: z.string(), message: z.string() });
type Reason = z.output<typeof reason>;
const verdict = z.object({ accepted: z.int(), rejected: z.array(reason.extend({ index: z.int() })).length(1) });

interface Verdicts {
  /** With a public key, if no header says otherwise. */
  send: (body: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** The verdict on an event that is sent with a secret key, with a good one. */
  reasonOfSecret: (event: unknown) => Promise<Reason>;
  /** The verdict on one event that is not good, and that it came to nothing. */
  reasonAgainst: (event: unknown) => Promise<Reason>;
}

export function verdictsOf(rig: SharedBench): Verdicts {
  const send: Verdicts['send'] = (body, headers = {}) =>
    post(rig.served.eventsUrl, body, { 'X-API-Key': rig.tenant.publicKey, ...headers });
  return {
    send,
    async reasonOfSecret(event) {
      const { body } = await send({ events: [custom, event] }, { 'X-API-Key': rig.tenant.secretKey });
      return reason.parse(verdict.parse(body).rejected[0]);
    },
    async reasonAgainst(event) {
      const { status, body } = await send({ events: [custom, event] });
      const events = await rig.bench.taken();
      expect([status, events.map(({ type }) => type)]).toEqual([202, ['signup']]);
      const { accepted, rejected } = verdict.parse(body);
      expect([accepted, rejected.map(({ index }) => index)]).toEqual([1, [1]]);
      return reason.parse(rejected[0]);
    },
  };
}
