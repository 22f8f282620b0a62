/** An event as the tracker sends it: fields of `POST /api/v1/events`. What is undefined is not sent. */
export interface TrackedEvent {
  type: string;
  id: string;
  /** Epoch milliseconds by this browser's clock. */
  timestamp: number;
  url: string;
  title: string;
  referrer: string | undefined;
  visitorId?: string | undefined;
  sessionId?: string | undefined;
  scrollDepth?: number;
  engagedSeconds?: number;
  continued?: boolean | undefined;
  props?: Props | undefined;
}

export type Props = Record<string, string | number | boolean>;

/** Characters of a prop's value that ingest takes; longer ones would cost the event. */
export const propCharsMax = 1024;

/** A UUID by `Math.random`: `crypto.randomUUID` is missing on pages without TLS, and nobody gains by guessing one. */
export const newId = (): string => {
  return '00000000-0000-4000-8000-000000000000'.replace(/0/g, () => ((Math.random() * 16) | 0).toString(16));
};
