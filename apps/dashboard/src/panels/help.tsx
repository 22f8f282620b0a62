/** The "?" of a figure or a panel: the definitions of the figures, and the API call behind them, loaded when it is opened. */
import { later } from '../controls/later.tsx';
import { Popup } from '../controls/popup.tsx';
import type { DefinitionId } from '../words/definitions.ts';
import { words } from '../words/words.ts';

interface HelpProps {
  /** The subject of the explanation. */
  title: string;
  figures: readonly { title: string; definition: DefinitionId }[];
  /** The path of the API call. */
  path: string;
  align?: 'start' | 'end';
}

const Explanation = later(
  () => import('./explanation.tsx'),
  (script) => script.Explanation,
);

export function Help({ title, figures, path, align = 'end' }: HelpProps) {
  return (
    <Popup class="help" align={align} label={words.help(title)} button={<span aria-hidden="true">?</span>}>
      {() => <Explanation figures={figures} path={path} />}
    </Popup>
  );
}
