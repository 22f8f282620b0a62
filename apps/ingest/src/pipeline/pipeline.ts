/** Enriches events: named steps in order, then one call that assigns them to sessions. */
import type { EnrichedEvent } from '@footfall/schemas';
import type { State } from '@footfall/state';
import type { InTurns } from '../admission/turns.ts';
import type { Arrival } from './arrival.ts';
import { createSaltReader, type DaySalts, noSalts } from './day-salts.ts';
import { newDraft } from './draft.ts';
import type { Draft, Step } from './draft.ts';
import type { Geography } from '../lookups/geography.ts';
import type { Rejection } from './rejection.ts';
import { timed } from './step-times.ts';
import { bot } from './steps/bot.ts';
import { campaign } from './steps/campaign.ts';
import { channel } from './steps/channel.ts';
import { device } from './steps/device.ts';
import { engagement } from './steps/engagement.ts';
import { locateBy } from './steps/location.ts';
import { page } from './steps/page.ts';
import { assignSessions } from './steps/session.ts';
import { source } from './steps/source.ts';
import { time } from './steps/time.ts';
import { visitor } from './steps/visitor.ts';
import { who } from './steps/who.ts';

/** Enriches events. Returns an event or its rejection for each arrival, in their order; a bad event never rejects the promise. */
export interface Pipeline {
  /** Works `inTurns`. Rejects with UNAVAILABLE if the state cannot be reached. */
  enrich(arrivals: readonly Arrival[], inTurns: InTurns): Promise<(EnrichedEvent | Rejection)[]>;
  /** Deletes the salts that may no longer be known; nothing else does. Rejects with UNAVAILABLE if they cannot be deleted now. */
  forgetOldSalts(): Promise<void>;
}

export interface PipelineOptions {
  geography: Geography;
  state: Pick<State, 'sessions' | 'salts'>;
  /** Epoch milliseconds; decides which days' salts may still be known. */
  now: () => number;
}

export function createPipeline({ geography, state, now }: PipelineOptions): Pipeline {
  const named: Readonly<Record<string, Step>> = {
    time,
    who,
    bot,
    page,
    campaign,
    source,
    channel,
    device,
    location: locateBy(geography),
    engagement,
    visitor,
  };
  const steps = Object.entries(named).map(([name, step]) => timed(name, step));
  const saltReader = createSaltReader(state.salts, now);

  return {
    async enrich(arrivals, inTurns) {
      const saltFor = arrivals.some(isNameless) ? await saltReader.read() : noSalts;
      const outcomes = await inTurns(arrivals, (arrival) => run(steps, arrival, saltFor));
      await assignSessions(outcomes.filter(isDraft), state.sessions);
      return outcomes.map((outcome) => (isDraft(outcome) ? outcome.event : outcome));
    },
    forgetOldSalts: () => saltReader.forget(),
  };
}

/** Returns true if the visitor ID must be derived with a salt. An event with visitor and session IDs does not need the state. */
function isNameless({ event }: Arrival): boolean {
  return event.visitorId === undefined;
}

function run(steps: readonly Step[], arrival: Arrival, saltFor: DaySalts): Draft | Rejection {
  const draft = newDraft(arrival);
  for (const step of steps) {
    const rejection = step(draft, saltFor);
    if (rejection) return rejection;
  }
  return draft;
}

function isDraft(outcome: Draft | Rejection): outcome is Draft {
  return 'arrival' in outcome;
}
