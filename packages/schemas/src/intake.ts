/** The intake of a workspace: the number of accepted events, and the refused ones with their reasons. Reports of several processes and minutes can be added. */
import { z } from 'zod';

const intakeLimits = {
  /** The number of origins kept per code, the latest ones. */
  originsPerCodeMax: 5,
  messageCharsMax: 300,
} as const;

const refusedSchema = z.object({
  /** `BOT`, `ORIGIN_NOT_ALLOWED`, `RATE_LIMIT`: the code of a rejected event, of a refused key or of an error. */
  code: z.string().describe('Reason code.'),
  message: z.string().describe('The reason in words.'),
  count: z.int().describe('Events, or requests that were refused as a whole.'),
  lastAt: z.iso.datetime().describe('When it last happened.'),
  origin: z.string().nullable().describe('Origin of the page that sent it; null for a server, or a page without one.'),
});

const intakeSchema = z.object({
  /** Events that are durable on the bus. */
  accepted: z.int().describe('Events that were accepted.'),
  /** Newest first. */
  refused: z.array(refusedSchema),
  /** `path` has no query string. */
  last: z
    .object({
      at: z.iso.datetime().describe('When it was received.'),
      type: z.string().describe('Type of the event.'),
      path: z.string().describe('Path of the page.'),
      country: z.string().describe('Country of the visitor.'),
    })
    .nullable(),
});

/** The intake of the last minutes, with advice. */
export const intakeReportSchema = z.strictObject({
  minutes: z.int().describe('Number of minutes that the report covers.'),
  accepted: intakeSchema.shape.accepted,
  refused: z
    .array(z.strictObject({ ...refusedSchema.shape, help: z.string().nullable().describe('What to do about it.') }))
    .describe('Refusals by reason, newest first.'),
  last: z.strictObject(intakeSchema.shape.last.unwrap().shape).nullable().describe('The last accepted event.'),
  help: z.string().nullable().describe('What to check if no event has arrived.'),
});
export type IntakeReport = z.output<typeof intakeReportSchema>;

export type Refused = z.output<typeof refusedSchema>;
export type IntakeTally = z.output<typeof intakeSchema>;

export const noIntake: IntakeTally = { accepted: 0, refused: [], last: null };

/** Returns the sum of `a` and `b`. */
export function addIntake(a: IntakeTally, b: IntakeTally): IntakeTally {
  const isLater = a.last === null || (b.last !== null && b.last.at >= a.last.at);
  return {
    accepted: a.accepted + b.accepted,
    refused: b.refused.length === 0 ? a.refused : addRefused(a.refused, b.refused),
    last: isLater ? b.last : a.last,
  };
}

/** Returns the sum of stored reports; anything that is not a report is ignored. */
export function readIntake(texts: readonly string[]): IntakeTally {
  return texts.flatMap(parse).reduce(addIntake, noIntake);
}

/** Returns the sum of the refusals `a` and `b`, newest first. */
export function addRefused(a: readonly Refused[], b: readonly Refused[]): Refused[] {
  const sums = new Map<string, Refused>();
  for (const one of [...a, ...b]) {
    const key = `${one.code} ${one.origin}`;
    const before = sums.get(key);
    const newest = before === undefined || one.lastAt >= before.lastAt ? one : before;
    const message = newest.message.slice(0, intakeLimits.messageCharsMax);
    sums.set(key, { ...newest, message, count: one.count + (before?.count ?? 0) });
  }
  const kept = new Map<string, number>();
  return [...sums.values()]
    .toSorted((one, other) => (one.lastAt < other.lastAt ? 1 : -1))
    .filter(({ code }) => {
      const origins = (kept.get(code) ?? 0) + 1;
      kept.set(code, origins);
      return origins <= intakeLimits.originsPerCodeMax;
    });
}

function parse(text: string): IntakeTally[] {
  try {
    return [intakeSchema.parse(JSON.parse(text))];
  } catch {
    return [];
  }
}
