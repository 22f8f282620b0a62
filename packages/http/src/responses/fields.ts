/** Header fields as lists, names and values in turn: `writeHead` takes a whole one at less than half of what setting each would cost. */
import type { ServerResponse } from 'node:http';

export type Fields = readonly string[];

/** Sets `fields` on a response that others have still to add to. */
export function setFields(response: ServerResponse, fields: Fields): void {
  fields.forEach((name, index) => {
    const value = fields[index + 1];
    if (index % 2 === 0 && value !== undefined) response.setHeader(name, value);
  });
}
