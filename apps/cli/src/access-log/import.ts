/** Replays a log's page requests, in the log's order, as pageviews. */
import { eventLimits } from '@footfall/schemas';
import type { IngestClient, OutgoingEvent, Verdicts } from '../clients/ingest-client.ts';
import { LineIds } from './event-id.ts';
import { type LogLine, parseLogLine } from './line.ts';
import { type LeftOut, whyNoPage } from './page.ts';

export interface ImportSummary extends Verdicts {
  linesRead: number;
  sent: number;
  /** Lines that became no event, by reason. */
  leftOut: Record<string, number>;
}

/** Sends every page request of `lines`, whose site is `host`. Rejects with a CommandError if the ingest server does not accept them. */
export async function importLines(
  lines: AsyncIterable<string>,
  host: string,
  client: IngestClient,
  onLine: () => void,
): Promise<ImportSummary> {
  const ids = new LineIds(host);
  const summary = { linesRead: 0, sent: 0, leftOut: new Map<LeftOut, number>() };
  for await (const text of lines) {
    onLine();
    if (text.trim() === '') continue;
    summary.linesRead += 1;
    const line = parseLogLine(text);
    const reason = line === undefined ? 'malformed' : whyNoPage(line);
    if (line === undefined || reason !== undefined) {
      const key = reason ?? 'malformed';
      summary.leftOut.set(key, (summary.leftOut.get(key) ?? 0) + 1);
      continue;
    }
    await client.add(pageview(line, host, ids.next(text, line.timestamp)));
    summary.sent += 1;
  }
  await client.flush();
  return { ...summary, leftOut: Object.fromEntries(summary.leftOut), ...client.verdicts };
}

/** The event of a page request. An empty user agent says that the visitor sent none; ours is not theirs. */
function pageview(line: LogLine, host: string, id: string): OutgoingEvent {
  return {
    type: '$pageview',
    id,
    timestamp: line.timestamp,
    url: `https://${host}${line.target}`,
    ip: line.address,
    userAgent: (line.userAgent ?? '').slice(0, eventLimits.userAgentCharsMax),
    ...(line.referrer === undefined ? {} : { referrer: line.referrer.slice(0, eventLimits.referrerCharsMax) }),
  };
}
