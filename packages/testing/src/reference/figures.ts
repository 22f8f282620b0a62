/** Metrics as fractions of whole numbers, rounded only where they are shown. */
import { quotient, sum } from './arithmetic.ts';
import { type Fact, isPageview, type Session } from './facts.ts';
import { type Goal, reaches } from './goal.ts';
import { distinct } from './group.ts';

/** `top / bottom`, both whole numbers; 0 if the bottom is 0. */
export interface Figure {
  top: number;
  bottom: number;
}

export type Figures = Readonly<Record<string, Figure>>;

export const whole = (count: number): Figure => ({ top: count, bottom: 1 });
const percent = (part: number, all: number): Figure => ({ top: part * 100, bottom: all });
export const shown = ({ top, bottom }: Figure): number => quotient(top, bottom);

/** Returns the named metrics as results show them; an unknown name is a mistake of the test. */
export function shownFigures(figures: Figures, metrics: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    metrics.map((metric) => {
      const figure = figures[metric];
      if (!figure) throw new Error(`no metric here: ${metric}`);
      return [metric, shown(figure)];
    }),
  );
}

export function countsOf(facts: readonly Fact[]) {
  return { pageviews: whole(facts.filter(isPageview).length), events: whole(facts.length) };
}

/** Returns the figures of sessions that begin. */
export function beginnings(sessions: readonly Session[]) {
  const durationMs = sum(sessions.map((session) => session.durationMs));
  return {
    bounceRate: percent(sessions.filter((session) => session.bounced).length, sessions.length),
    avgDuration: { top: durationMs, bottom: sessions.length * 1000 },
  };
}

/** Returns the number of `visitors` who reached the goal in one of the sessions. */
export function conversionsIn(sessions: readonly Session[], visitors: number, goal: Goal | undefined): Figures {
  if (!goal) return {};
  const converted = sessions.filter((session) => session.facts.some((fact) => reaches(goal, fact)));
  const conversions = distinct(converted, (session) => session.visitor);
  return { conversions: whole(conversions), conversionRate: percent(conversions, visitors) };
}

/** Returns the mean over pageviews that were left: one that continues adds its time to a view that is counted already. */
export function timeOf(facts: readonly Fact[]): Figure {
  const carrying = facts.filter((fact) => fact.type === '$pageleave' && fact.event.engagedSeconds !== undefined);
  const views = carrying.filter((leave) => leave.event.continued !== true);
  const engagedMs = carrying.map((leave) => Math.round((leave.event.engagedSeconds ?? 0) * 1000));
  return { top: sum(engagedMs), bottom: views.length * 1000 };
}

/** Returns the scroll depth in percent: a mean over pageviews that were left, like `timeOf`. */
export function depthOf(facts: readonly Fact[]): Figure {
  const carrying = facts.filter((fact) => fact.type === '$pageleave' && fact.event.scrollDepth !== undefined);
  const views = carrying.filter((leave) => leave.event.continued !== true).length;
  const hundredths = sum(carrying.map((leave) => Math.round((leave.event.scrollDepth ?? 0) * 100)));
  return { top: Math.min(hundredths, views * 10_000), bottom: views * 100 };
}
