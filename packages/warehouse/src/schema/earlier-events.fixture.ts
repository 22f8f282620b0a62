/** The `events` table of stores that have not run migration 0011 and later ones. For tests only. */
import { eventsTable } from './events-table.ts';

export const earlierEventsTable = {
  ...eventsTable,
  columns: eventsTable.columns.filter(({ name }) => name !== 'request_index' && name !== 'is_derived'),
};
