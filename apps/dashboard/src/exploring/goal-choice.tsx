/** Chooses the goal whose conversion rate every list shows. */
import type { Access } from '../resources/api.ts';
import { goWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { useGoalNames } from '../panels/goals.ts';
import { exploringWords } from '../words/exploring-words.ts';

interface GoalChoiceProps {
  view: View;
  access: Access;
  bounds: Bounds;
}

const say = exploringWords.goals;

export function GoalChoice({ view, access, bounds }: GoalChoiceProps) {
  const goals = useGoalNames(access, bounds, true);
  if (goals.size === 0) return null;
  return (
    <select
      class="quiet"
      aria-label={say.rates}
      title={say.rates}
      value={view.goal ?? ''}
      onChange={({ currentTarget }) => goWith({ goal: currentTarget.value || undefined })}
    >
      <option value="">{say.noRates}</option>
      {[...goals].map(([goalId, name]) => (
        <option key={goalId} value={goalId}>
          {name}
        </option>
      ))}
    </select>
  );
}
