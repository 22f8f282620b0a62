/** The changes of `breakdown` by a batch, from the scratch tables and the worker's state of the same subjects. */
import { eventSums, pathTime, sessionSums, valueOfEvent } from '../queries/breakdown-dimensions.ts';
import { keysOfActivity } from './activity.ts';

/** The hour in which a subject was last seen that had never been seen. */
export const never = "toDateTime(0, 'UTC')";

/** Sums without distinct visitors: of events, and of sessions in the hour in which they start. */
const sumsOfEvents = `
  SELECT workspace_id, done.1 AS dimension, done.2 AS value, toStartOfHour(timestamp) AS hour, ${never} AS last_seen_hour,
    sum(done.3) AS count, sum(done.4) AS uniques
  FROM scratch_events
  ARRAY JOIN arrayConcat(${[...eventSums, pathTime]
    .map(
      ({ name, when, sum, uniques, column }) =>
        `if(${when}, [('${name}', ${valueOfEvent(column)}, toInt64(${sum}), toInt64(${uniques}))], [])`,
    )
    .join(', ')}) AS done
  GROUP BY workspace_id, dimension, value, hour`;
const sumsOfSessions = `
  SELECT workspace_id, done.1 AS dimension, '' AS value, toStartOfHour(started_at) AS hour, ${never} AS last_seen_hour,
    sum(sign * done.2) AS count, toInt64(0) AS uniques
  FROM scratch_sessions
  ARRAY JOIN [${sessionSums.map(({ name, sum }) => `('${name}', toInt64(${sum}))`).join(', ')}] AS done
  GROUP BY workspace_id, dimension, hour
  HAVING count != 0`;

/** The worker's state of the subjects in the batch. Subjects and entries are found by hash; an extra one from a collision is harmless. */
const remembered = `
  SELECT subject_id, arrayJoin(${keysOfActivity}) AS key, hour, times, true AS is_known
  FROM activity
  PREWHERE subject_id IN (SELECT subject_id FROM scratch_activity)
  WHERE cityHash64(subject_id, key) IN (SELECT cityHash64(subject_id, arrayJoin(keys)) FROM scratch_activity)`;

const pairsOf = (hours: string, n: number) =>
  `arrayMap((hour, last_seen) -> (hour, last_seen, toInt64(${n})), ${hours}, arrayPopBack(arrayPushFront(${hours}, ${never})))`;

/** Counts of values, new last-seen pairs, and retracted ones: those between whose hours the subject turned out to be active. */
const occurrences = `
  SELECT workspace_id, dimension, value, hour, last_seen_hour, changes.count AS count, changes.uniques AS uniques
  FROM (
    SELECT key, hour, last_seen_hour, sum(changed.count) AS count, sum(changed.uniques) AS uniques
    FROM (
      SELECT arrayJoin(keys) AS key, hour, ${never} AS last_seen_hour, times AS count, toInt64(0) AS uniques FROM scratch_activity
      UNION ALL
      SELECT key, change.1 AS hour, change.2 AS last_seen_hour, toInt64(0) AS count, change.3 AS uniques
      FROM (
        SELECT key, arraySort(groupArrayIf(hour, old > 0)) AS before, arraySort(groupArrayIf(hour, old + new > 0)) AS after
        FROM (
          SELECT subject_id, key, hour, sumIf(times, is_known) AS old, sumIf(times, NOT is_known) AS new
          FROM (
            ${remembered}
            UNION ALL
            SELECT subject_id, arrayJoin(keys) AS key, hour, times, false AS is_known FROM scratch_activity
          )
          GROUP BY subject_id, key, hour
        )
        GROUP BY subject_id, key
        HAVING before != after
      )
      ARRAY JOIN arrayConcat(${pairsOf('before', -1)}, ${pairsOf('after', 1)}) AS change
    ) AS changed
    GROUP BY key, hour, last_seen_hour
    HAVING count != 0 OR uniques != 0
  ) AS changes
  JOIN (
    SELECT workspace_id, key, entry.1 AS dimension, entry.2 AS value
    FROM (SELECT workspace_id, keys, entries FROM scratch_activity)
    ARRAY JOIN keys AS key, entries AS entry
    LIMIT 1 BY key
  ) AS texts USING (key)`;

/** Selects the changes: counts and last-seen pairs, then sums. */
export const changedBreakdown = `
  ${occurrences}
  UNION ALL ${sumsOfEvents}
  UNION ALL ${sumsOfSessions}`;
