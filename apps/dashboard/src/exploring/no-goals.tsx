/** Says that a workspace has no goals. A share offers no link, because its visitors cannot create goals. */
import type { Access } from '../resources/api.ts';
import { hrefWith } from '../state/navigation.ts';
import type { View } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';

const say = exploringWords.goals;

export function NoGoals({ view, access }: { view: View; access: Access }) {
  return (
    <>
      <p>{say.none}</p>
      {'workspaceId' in access && <a href={hrefWith(view, { path: '/settings/goals' })}>{say.create}</a>}
    </>
  );
}
