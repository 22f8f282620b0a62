/** What stands in a card: its content, or in its place why there is none. */
import type { ComponentChildren } from 'preact';
import { ApiError } from '../data/api.ts';
import type { Known } from '../data/answers.ts';
import { words } from '../words/words.ts';

interface StateProps<Result> {
  known: Known<Result>;
  /** The number of lines of the skeleton. */
  lines: number;
  isEmpty?: (answer: Result) => boolean;
  children: (answer: Result) => ComponentChildren;
}

export function State<Result>({ known, lines, isEmpty, children }: StateProps<Result>) {
  const { last, fault } = known;
  if (last !== undefined) {
    if (isEmpty?.(last.answer)) return <p class="empty">{words.empty}</p>;
    return <>{children(last.answer)}</>;
  }
  if (fault !== undefined) return <Fault fault={fault} />;
  return (
    <div class="skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}

function Fault({ fault }: { fault: unknown }) {
  const message = fault instanceof Error ? fault.message : words.failed;
  const requestId = fault instanceof ApiError ? fault.requestId : undefined;
  return (
    <div class="fault" role="alert">
      <p>{words.failed}</p>
      <p class="muted">{message}</p>
      {requestId !== undefined && <p class="muted">{words.requestId(requestId)}</p>}
    </div>
  );
}
