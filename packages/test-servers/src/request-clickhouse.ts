/** Requests to a ClickHouse server itself, and not through the product. */
import { responseMsMax } from './response-from.ts';

/** Sends `body`: a statement, or the rows that the statement in `parameters.query` inserts. Resolves with the text of the response; rejects with that of an error. */
export async function requestClickHouse(
  clickhouseUrl: string,
  body: string | Buffer,
  parameters: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { origin, username, password } = new URL(clickhouseUrl);
  const response = await fetch(`${origin}/?${new URLSearchParams(parameters).toString()}`, {
    method: 'POST',
    body,
    headers: {
      'X-ClickHouse-User': decodeURIComponent(username) || 'default',
      'X-ClickHouse-Key': decodeURIComponent(password),
    },
    signal: AbortSignal.timeout(responseMsMax),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
