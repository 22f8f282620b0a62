/** The `events` table as the consumer writes it: the columns of its position in the log, then one for each field of an event. */
import { type EnrichedEvent, type EventField, eventFields, fieldNames } from '@footfall/schemas';
import type { Column, Table } from '../driver/port.ts';

/** An event with its position in the log. */
export interface EventRow extends EnrichedEvent {
  /** The topic ID: a different topic has its own offsets. */
  topicId: string;
  partition: number;
  offset: number;
}

type Form = (typeof eventFields)[EventField]['form'];
type FieldOf<Each extends Form> = {
  [Name in EventField]: (typeof eventFields)[Name]['form'] extends Each ? Name : never;
}[EventField];

/** The columns whose name differs from that of their field. */
const columnNames: Partial<Record<EventField, string>> = { derived: 'is_derived' };

export const eventsTable: Table<EventRow> = {
  name: 'events',
  columns: [
    { name: 'incarnation', type: 'String', value: (row) => row.topicId },
    { name: 'partition', type: 'UInt16', value: (row) => row.partition },
    { name: 'offset', type: 'UInt64', value: (row) => row.offset },
    ...fieldNames.map(columnOf),
  ],
};

function columnOf(field: EventField): Column<EventRow> {
  const name = columnNames[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (hasForm(field, 'uuid')) return { name, type: 'UUID', value: (row) => row[field] };
  if (hasForm(field, 'text')) return { name, type: 'String', value: (row) => row[field] };
  if (hasForm(field, 'hash64')) return { name, type: 'UInt64', value: (row) => row[field] };
  if (hasForm(field, 'time')) return { name, type: "DateTime64(3, 'UTC')", value: (row) => row[field] };
  if (hasForm(field, 'index')) return { name, type: 'UInt16', value: (row) => row[field] };
  if (hasForm(field, 'flag')) return { name, type: 'Bool', value: (row) => row[field] };
  if (hasForm(field, 'share')) return { name, type: 'Int16', value: (row) => row[field] ?? -1 };
  if (hasForm(field, 'duration')) return { name, type: 'Int32', value: (row) => row[field] ?? -1 };
  return { name, type: 'String', value: (row) => JSON.stringify(row[field satisfies 'props']) };
}

function hasForm<Each extends Form>(field: EventField, form: Each): field is FieldOf<Each> {
  return eventFields[field].form === form;
}
