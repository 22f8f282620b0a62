/** Sends events to a server, and reads the verdicts on them. */
import { z } from 'zod';
import { type ReadResponse, post } from '../serve.fixture.ts';
import type { SharedRig } from '../shared-rig.fixture.ts';

export const custom = { type: 'signup' };

const reason = z.object({ code: z.string(), message: z.string() });
type Reason = z.output<typeof reason>;
const verdict = z.object({ accepted: z.int(), rejected: z.array(reason.extend({ index: z.int() })).length(1) });

interface Verdicts {
  /** Sends `body` with a public key by default. */
  send: (body: unknown, headers?: Record<string, string>) => Promise<ReadResponse>;
  /** Resolves with the rejection of an event that is sent with a secret key, next to a good one. */
  reasonOfSecret: (event: unknown) => Promise<Reason>;
  /** Resolves with the rejection of an event next to a good one, and checks that only that one was published. */
  reasonAgainst: (event: unknown) => Promise<Reason>;
}

export function verdictsOf(shared: SharedRig): Verdicts {
  const send: Verdicts['send'] = (body, headers = {}) =>
    post(shared.served.eventsUrl, body, { 'X-API-Key': shared.tenant.publicKey, ...headers });
  return {
    send,
    async reasonOfSecret(event) {
      const { body } = await send({ events: [custom, event] }, { 'X-API-Key': shared.tenant.secretKey });
      return reason.parse(verdict.parse(body).rejected[0]);
    },
    async reasonAgainst(event) {
      const { status, body } = await send({ events: [custom, event] });
      const events = await shared.rig.taken();
      expect([status, events.map(({ type }) => type)]).toEqual([202, ['signup']]);
      const { accepted, rejected } = verdict.parse(body);
      expect([accepted, rejected.map(({ index }) => index)]).toEqual([1, [1]]);
      return reason.parse(rejected[0]);
    },
  };
}
