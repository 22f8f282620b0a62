/** The "?" of a figure or a panel: the definitions of the figures, and the API call behind them. */
import definitionsUrl from 'virtual:definitions';
import { Copy } from '../controls/copy.tsx';
import { Popup } from '../controls/popup.tsx';
import { fileQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { DefinitionId, Definitions } from '../words/definitions.ts';
import { words } from '../words/words.ts';

interface HelpProps {
  /** The subject of the explanation. */
  title: string;
  figures: readonly { title: string; definition: DefinitionId }[];
  /** The path of the API call. */
  path: string;
  align?: 'start' | 'end';
}

const texts = fileQuestion<Definitions>(definitionsUrl);

export function Help({ title, figures, path, align = 'end' }: HelpProps) {
  return (
    <Popup class="help" align={align} label={words.help.button(title)} button={<span aria-hidden="true">?</span>}>
      {() => <Explanation figures={figures} path={path} />}
    </Popup>
  );
}

function Explanation({ figures, path }: Pick<HelpProps, 'figures' | 'path'>) {
  const definitions = useAnswer(texts).last?.answer;
  return (
    <div class="explanation">
      <dl>
        {[...new Set(figures.map(({ definition }) => definition))].map((one) => (
          <div key={one}>
            <dt>
              {figures
                .filter(({ definition }) => definition === one)
                .map(({ title }) => title)
                .join(', ')}
            </dt>
            <dd>{definitions?.[one]}</dd>
          </div>
        ))}
      </dl>
      <p>{words.help.call}</p>
      <Copy label={words.help.call} text={`curl '${location.origin}${path}' -H 'Authorization: Bearer sk_live_…'`} />
    </div>
  );
}
