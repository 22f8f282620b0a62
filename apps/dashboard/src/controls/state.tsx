/** The content of a card, or the reason why there is none. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ApiError } from '../resources/api.ts';
import type { Known } from '../resources/cache.ts';
import { words } from '../words/words.ts';
import { useAnnouncement } from './announcement.ts';

interface StateProps<Result> {
  known: Known<Result>;
  /** The number of lines of the skeleton. */
  lines: number;
  isEmpty?: (result: Result) => boolean;
  /** Shown in place of an empty result. */
  empty?: ComponentChildren;
  children: (result: Result) => ComponentChildren;
}

export function State<Result>({ known, lines, isEmpty, empty = words.states.empty, children }: StateProps<Result>) {
  const { last, fault } = known;
  if (last !== undefined) {
    return isEmpty?.(last.result) ? <div class="empty muted">{empty}</div> : <>{children(last.result)}</>;
  }
  return fault === undefined ? <Skeleton lines={lines} /> : <Fault known={known} />;
}

/** Appears after 150 ms, by CSS. */
function Skeleton({ lines }: { lines: number }) {
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

/** Shows the error, the request ID for the log, and a way to retry. */
export function Fault({ known }: { known: Known<unknown> }) {
  const { fault } = known;
  useAnnouncement(faultText(fault));
  const text = loadFaultText(fault);
  const requestId = fault instanceof ApiError && fault.requestId && words.states.requestId(fault.requestId);
  return (
    <div class="fault">
      {/* The footer of a panel is too small for both. */}
      <p title={[text, requestId].filter(Boolean).join('\n')}>{text}</p>
      {requestId && <p class="muted">{requestId}</p>}
      <Retry known={known} />
    </div>
  );
}

/** Returns the text of a failed load. The API's message only says what was wrong with the request, so the text says that figures could not be loaded. */
function loadFaultText(fault: unknown): string {
  const text = faultText(fault);
  return fault instanceof ApiError && fault.code !== 'RATE_LIMIT' ? words.states.failed(text) : text;
}

/** A button that repeats the request, and the seconds until that happens automatically. */
export function Retry({ known: { retryAtMs, retry } }: { known: Known<unknown> }) {
  const waitSeconds = useCountdown(retryAtMs, retry);
  return (
    <span class="retry" aria-live="off">
      {waitSeconds > 0 && <span class="muted">{words.states.retryIn(waitSeconds)} · </span>}
      <button type="button" onClick={retry}>
        {waitSeconds > 0 ? words.states.retryNow : words.states.retry}
      </button>
    </span>
  );
}

/** Returns the reason of a failure, as it is shown next to the form or button that caused it. */
export function faultText(fault: unknown): string {
  if (fault instanceof ApiError) {
    if (fault.status < 400) return words.states.unreadable;
    return fault.code === 'RATE_LIMIT' ? words.states.rateLimit : fault.message;
  }
  if (!navigator.onLine) return words.states.offline;
  if (!(fault instanceof Error) || fault instanceof TypeError) return words.states.unreachable;
  return fault.name === 'TimeoutError' ? words.states.timeout : fault.message;
}

/** Returns the seconds until `untilMs` and calls `onEnd` then. */
function useCountdown(untilMs = 0, onEnd: () => void): number {
  const [, setNow] = useState(0);
  useEffect(() => {
    if (untilMs === 0) return undefined;
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() < untilMs) return;
      clearInterval(timer);
      onEnd();
    }, 1000);
    return () => clearInterval(timer);
  }, [untilMs]);
  return Math.ceil((untilMs - Date.now()) / 1000);
}
