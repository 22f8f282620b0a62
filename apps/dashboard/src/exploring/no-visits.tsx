/** Says that a range has no visits, and links to the last month with some. */
import { useEffect } from 'preact/hooks';
import type { Access } from '../resources/api.ts';
import { lastVisitsResource } from '../resources/visits.ts';
import { useResource } from '../resources/use-resource.ts';
import { dayOf, firstOfMonth, lastOfMonth } from '../state/days.ts';
import { hrefWith } from '../state/navigation.ts';
import { type Range, rangeOf } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { formatBucket } from '../words/format.ts';
import { words } from '../words/words.ts';

interface NoVisitsProps {
  view: View;
  access: Access;
  localMs: number;
  /** Called if the workspace has never had visits. */
  onNoneEver?: (() => void) | undefined;
}

export function NoVisits({ view, access, localMs, onNoneEver }: NoVisitsProps) {
  const isNarrowed = view.filters.length > 0;
  const { last, fault } = useResource(isNarrowed ? undefined : lastVisitsResource(access));
  const month = last?.result;
  useEffect(() => {
    if (month === null) onNoneEver?.();
  }, [month]);
  // Nothing while it is unknown whether there were ever any, nor before the start page replaces this one.
  if (!isNarrowed && !month && fault === undefined && (month === undefined || onNoneEver)) return null;
  return (
    <>
      <p class="muted">{isNarrowed ? words.filters.empty : words.states.empty}</p>
      {isNarrowed && <a href={hrefWith(view, { filters: [] })}>{words.filters.clear}</a>}
      {month && (
        <a href={hrefWith(view, { range: monthOf(month, localMs), granularity: undefined })}>
          {exploringWords.lastVisits(formatBucket(month, 'month'))}
        </a>
      )}
    </>
  );
}

/** Returns the range of the month that `day` is in, until today at most. */
function monthOf(day: string, localMs: number): Range {
  const today = dayOf(localMs);
  const last = lastOfMonth(day);
  return rangeOf({ first: firstOfMonth(day), last: last > today ? today : last }, today, 1);
}
