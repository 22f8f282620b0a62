/** An event of the queue: fields of `POST /api/v1/events`, and one that is stored but not sent. Undefined ones are not sent either. */
export interface TrackedEvent {
  type: string;
  id: string;
  /** Epoch milliseconds by this browser's clock. */
  timestamp: number;
  url: string;
  title: string | undefined;
  referrer: string | undefined;
  visitorId?: string | undefined;
  sessionId?: string | undefined;
  scrollDepth?: number;
  engagedSeconds?: number;
  continued?: boolean | undefined;
  props?: Props | undefined;
  /** Not sent: the time of its first request, in epoch milliseconds, from which on ingest may have it. False while offline. */
  sentAt?: number | false;
}

/** Ingest drops a prop that is null; an undefined one is not sent. */
type PropValue = string | number | boolean | null | undefined;

export type Props = Record<string, PropValue>;

/** Props of any type with such values. Unlike `Props`, an interface is assignable to it. */
export type PropsOf<Given> = Partial<Record<keyof Given, PropValue>>;

/** Returns a UUID of 30 random decimal digits, from `Math.random`: `crypto.randomUUID` is missing on pages without TLS, and nobody gains by guessing one. */
export const newId = (): string => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `replace` makes a text of the number.
  return '00000000-0000-4000-8000-000000000000'.replace(/0/g, () => ((Math.random() * 10) | 0) as unknown as string);
};
