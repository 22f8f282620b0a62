/** Replays a log's page requests, in the log's order, as pageviews. */
import { eventLimits, firstUnprintable } from '@footfall/schemas';
import type { IngestClient, OutgoingEvent, Verdicts } from '../clients/ingest-client.ts';
import { CommandError } from '../terminal/command-error.ts';
import { counted } from '../terminal/table.ts';
import { LineIds } from './event-id.ts';
import { createLogReader, formatNames } from './formats/formats.ts';
import type { LogLine } from './line.ts';
import { looksLike } from './looks-like.ts';
import { type LeftOut, siteOf, whyLeftOut } from './page.ts';
import type { LogFile } from './read-lines.ts';

export interface ImportSummary extends Verdicts {
  /** The format of the first request; null if there is none. */
  format: string | null;
  linesRead: number;
  /** The number of events that were accepted or rejected: after an error, lines that were read may not have been sent. */
  sent: number;
  /** The number of lines that were left out, by reason. */
  leftOut: Record<string, number>;
}

/** The error of an import that ended before the end of its log, after the first events had been accepted. */
export class ImportStopped extends CommandError {
  /** The lines read and the events accepted before the error. */
  readonly summary: ImportSummary;

  constructor(cause: Error, summary: ImportSummary) {
    const before = `${counted(summary.accepted, 'event')} accepted before`;
    super(`${cause.message} (${before}). The whole log can be imported again: no line is counted twice`, { cause });
    this.summary = summary;
  }
}

interface Source {
  log: Pick<LogFile, 'name' | 'lines' | 'head'>;
  /** The host of the site. */
  host: string;
  /** Aborting it ends the import. */
  signal: AbortSignal;
}

const firstLineCharsShown = 120;

/** Sends every page request of the log. Rejects with an ImportStopped if the rest cannot be read or sent after some were accepted, and with a CommandError if no line of the log could be imported. */
export async function importLog(
  { log, host, signal }: Source,
  client: IngestClient,
  onLine: () => void,
): Promise<ImportSummary> {
  const ids = new LineIds(siteOf(host));
  const readLine = createLogReader();
  const read = {
    format: '',
    lines: 0,
    usable: 0,
    first: '',
    otherHost: '',
    leftOut: new Map<LeftOut, number>(),
  };
  const summary = (): ImportSummary => ({
    format: read.format || null,
    linesRead: read.lines,
    sent: sentSoFar(client.verdicts),
    leftOut: Object.fromEntries(read.leftOut),
    ...client.verdicts,
  });
  try {
    for await (const { text, hasEnd } of log.lines) {
      onLine();
      const found = text.trim() === '' ? 'directive' : readLine(text);
      if (found === 'directive') continue;
      read.lines += 1;
      read.first ||= text;
      read.format ||= found?.format ?? '';
      const reasonOfLine = whyLeftOut(found?.line, host);
      if (!faults.includes(reasonOfLine)) read.usable += 1;
      const reason = hasEnd ? reasonOfLine : 'unfinished line';
      if (reason === 'another host') read.otherHost ||= found?.line.host ?? '';
      if (reason === undefined && found !== undefined) {
        await client.add(pageview(found.line, host, ids.next(text, found.line.timestamp)));
      } else if (reason !== undefined) read.leftOut.set(reason, (read.leftOut.get(reason) ?? 0) + 1);
    }
    await client.flush();
  } catch (error) {
    const cause = signal.aborted ? new CommandError('the import was interrupted') : error;
    throw cause instanceof Error && client.verdicts.accepted > 0 ? new ImportStopped(cause, summary()) : cause;
  }
  if (read.lines > 0 && read.usable === 0) throw new CommandError(whyUnusable(read, host, log));
  return summary();
}

function sentSoFar({ accepted, rejected }: Verdicts): number {
  return Object.values(rejected).reduce((sum, events) => sum + events, accepted);
}

interface Read {
  first: string;
  otherHost: string;
  leftOut: ReadonlyMap<LeftOut, number>;
}

/** Faults of the file or of the arguments; the other reasons are requests that are not pageviews. */
const faults: readonly unknown[] = ['malformed', 'another host', 'no address'];

function whyUnusable({ first, otherHost, leftOut }: Read, host: string, { name, head }: Source['log']): string {
  if (otherHost !== '') return `no line of ${name} is of --host ${host}: the first one is of ${otherHost}`;
  // Binary data would be a long series of escapes.
  const isText = firstUnprintable(first.replaceAll('\t', ' ')) === undefined;
  const shown = first.length > firstLineCharsShown ? `${first.slice(0, firstLineCharsShown)}…` : first;
  const firstLine = isText ? `. First line: "${shown}"` : '';
  if (leftOut.has('no address')) return `no line of ${name} has the client's IP address${firstLine}`;
  return `${name} contains no line of an access log. It looks like ${looksLike(head())}${firstLine}. Formats: ${formatNames}`;
}

/** Returns the event of a page request. An empty user agent says that the visitor sent none: the header of the import's request is not theirs. */
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
