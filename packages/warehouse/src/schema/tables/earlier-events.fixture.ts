/** The `events` table of stores that have not run migration 0011. For tests only. */
import { eventsTable } from './events.ts';

export const earlierEventsTable = {
  ...eventsTable,
  columns: eventsTable.columns.filter(({ name }) => name !== 'request_index'),
};
