/** The page of a share that cannot be shown: its link is no longer valid, or it could not be loaded. */
import { WholeSheet } from '../controls/sheet.tsx';
import { Fault } from '../controls/state.tsx';
import type { Known } from '../resources/cache.ts';
import { ApiError } from '../resources/api.ts';
import { administrationWords } from '../words/administration-words.ts';

const say = administrationWords.share;

export function NoShare({ known }: { known: Known<unknown> }) {
  const { fault } = known;
  const isGone = fault instanceof ApiError && fault.status === 401;
  return (
    <WholeSheet title={isGone ? say.gone : say.failed}>
      {isGone ? <p>{say.goneNote}</p> : <Fault known={known} />}
    </WholeSheet>
  );
}
