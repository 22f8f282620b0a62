/** What `counters` must hold of each time that something occurred, and of each hour in which a subject was active. */

const never = "toDateTime(0, 'UTC')";
export const dayOf = (hour: string) => `toStartOfDay(${hour}, 'UTC')`;

/** A row of `counters` as SQL, over columns `hour`, and of a subject `before` and `after`. */
interface CounterRow {
  grain: 'hour' | 'day' | 'return';
  time: string;
  previous: string;
  /** Whether there is this row. */
  when: string;
}

/** Where something that occurred is counted. */
export const ofOccurrence: readonly CounterRow[] = [
  { grain: 'hour', time: 'hour', previous: never, when: 'true' },
  { grain: 'day', time: dayOf('hour'), previous: never, when: 'true' },
];

/** Where a subject that was active is. All of it is found by this hour: a return also by the hour that it is a return from. */
export const ofSubject: readonly CounterRow[] = [
  { grain: 'hour', time: 'hour', previous: 'before', when: 'true' },
  {
    grain: 'day',
    time: dayOf('hour'),
    previous: `if(before = ${never}, ${never}, ${dayOf('before')} + INTERVAL 23 HOUR)`,
    when: `${dayOf('hour')} > ${dayOf('before')}`,
  },
  { grain: 'return', time: 'hour', previous: dayOf('after'), when: `${dayOf('after')} > ${dayOf('hour')}` },
];

/** Stands for a value of a dimension in a workspace: one number is faster to sort by, and to hash again. */
export const nameOf = (dimension: string, value: string) =>
  `cityHash64(workspace_id, cityHash64(${dimension}), cityHash64(${value}))`;

/** To each row of `source`, an hour in which a subject was active with the value of a name, when it was so before and after (1970: never). */
export const neighbours = (source: string) => `(
    SELECT *, lagInFrame(hour, 1, ${never}) OVER hours AS before, leadInFrame(hour, 1, ${never}) OVER hours AS after
    FROM ${source}
    WINDOW hours AS (PARTITION BY subject_id, name ORDER BY hour ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING))`;
