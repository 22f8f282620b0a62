/** Goals, and the events that reach them. */
import { type Fact, isPageview } from './facts.ts';
import { propText } from './values.ts';

/** Either `type` or `path`, in whose pattern `*` stands for any text. */
export interface Goal {
  goalId: string;
  name: string;
  type?: string;
  path?: string;
  props?: Record<string, string | number | boolean>;
  valueProp?: string;
}

export function reaches(goal: Goal, fact: Fact): boolean {
  const isThere =
    goal.path === undefined
      ? fact.type === goal.type
      : isPageview(fact) && fitsPattern(fact.attributes.path, goal.path.split('*'));
  return isThere && Object.entries(goal.props ?? {}).every(([name, value]) => propText(fact, name) === String(value));
}

/** Returns true if a text consists of these parts, in order, with any text between two of them. */
function fitsPattern(text: string, [first = '', ...more]: readonly string[]): boolean {
  if (more.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const rest = text.slice(first.length);
  return Array.from({ length: rest.length + 1 }, (_, skipped) => rest.slice(skipped)).some((end) =>
    fitsPattern(end, more),
  );
}

const decimal = /^[+-]?\d+(\.\d+)?$/;

/** Returns the value of an event that reaches the goal. */
export function valueOf({ valueProp }: Goal, fact: Fact): number {
  const value = valueProp === undefined ? undefined : fact.event.props?.[valueProp];
  if (typeof value === 'number') return value;
  return typeof value === 'string' && decimal.test(value) ? Number(value) : 0;
}
