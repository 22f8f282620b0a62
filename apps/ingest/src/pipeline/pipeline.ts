/** Enriches events: named steps in order, then one call that places them in sessions. */
import type { State } from '@footfall/state';
import type { Arrival, Pipeline, Verdict } from './arrival.ts';
import { createSaltReader, noSalts } from './day-salts.ts';
import { newDraft } from './draft.ts';
import type { Draft, Step, Surroundings } from './draft.ts';
import type { Geography } from '../lookups/geography.ts';
import type { Rejection } from './rejection.ts';
import { bot } from './steps/bot.ts';
import { campaign } from './steps/campaign.ts';
import { channel } from './steps/channel.ts';
import { device } from './steps/device.ts';
import { engagement } from './steps/engagement.ts';
import { page } from './steps/page.ts';
import { placeBy } from './steps/place.ts';
import { placeInSessions } from './steps/session.ts';
import { source } from './steps/source.ts';
import { time } from './steps/time.ts';
import { visitor } from './steps/visitor.ts';
import { who } from './steps/who.ts';

export interface PipelineOptions {
  geography: Geography;
  state: Pick<State, 'sessions' | 'salts'>;
  /** Epoch milliseconds; decides which days' salts may still be known. */
  now: () => number;
}

export function createPipeline({ geography, state, now }: PipelineOptions): Pipeline {
  const steps: readonly Step[] = [
    time,
    who,
    bot,
    page,
    campaign,
    source,
    channel,
    device,
    placeBy(geography),
    engagement,
    visitor,
  ];
  const salts = createSaltReader(state.salts, now);

  return {
    async enrich(arrivals, inTurns) {
      const surroundings = { salts: arrivals.some(isNameless) ? await salts.read() : noSalts };
      const outcomes = await inTurns(arrivals, (arrival) => run(steps, arrival, surroundings));
      await placeInSessions(outcomes.filter(isDraft), state.sessions);
      return outcomes.map(verdictOf);
    },
    forgetOldSalts: () => salts.forget(),
  };
}

/** Returns true if the visitor ID must be derived with a salt. An event with a visitor and a session of its own needs nothing of the state. */
function isNameless({ event }: Arrival): boolean {
  return event.visitorId === undefined;
}

function run(steps: readonly Step[], arrival: Arrival, surroundings: Surroundings): Draft | Rejection {
  const draft = newDraft(arrival);
  for (const step of steps) {
    const rejection = step(draft, surroundings);
    if (rejection) return rejection;
  }
  return draft;
}

function isDraft(outcome: Draft | Rejection): outcome is Draft {
  return 'arrival' in outcome;
}

function verdictOf(outcome: Draft | Rejection): Verdict {
  return isDraft(outcome) ? { kind: 'accepted', event: outcome.event } : outcome;
}
