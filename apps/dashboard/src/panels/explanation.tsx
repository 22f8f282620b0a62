/** The definitions of figures, and the API call behind them. */
import definitionsUrl from 'virtual:definitions';
import { Copy } from '../controls/copy.tsx';
import { fileQuestion } from '../questions/question.ts';
import { useAnswer } from '../questions/use-answer.ts';
import type { DefinitionId, Definitions } from '../words/definitions.ts';
import { words } from '../words/words.ts';

interface ExplanationProps {
  figures: readonly { title: string; definition: DefinitionId }[];
  /** The path of the API call. */
  path: string;
}

const texts = fileQuestion<Definitions>(definitionsUrl);

export function Explanation({ figures, path }: ExplanationProps) {
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
