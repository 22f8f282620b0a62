/** The definitions of figures, and the API call behind them. */
import { useRef } from 'preact/hooks';
import definitionsUrl from 'virtual:definitions';
import { Copy } from '../controls/copy.tsx';
import { State } from '../controls/state.tsx';
import { fileResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import type { DefinitionId, Definitions } from '../words/definitions.ts';
import { helpWords } from '../words/help-words.ts';

interface ExplanationProps {
  figures: readonly { title: string; definition: DefinitionId }[];
  /** The path of the API call. */
  path: string;
}

const texts = fileResource<Definitions>(definitionsUrl);

export function Explanation({ figures, path }: ExplanationProps) {
  const known = useResource(texts);
  const container = useRef<HTMLDivElement>(null);
  const retry = () => {
    // The button disappears, and a popup without the focus would close.
    container.current?.focus();
    known.retry();
  };
  return (
    <div ref={container} class="explanation" tabIndex={-1}>
      <State known={{ ...known, retry }} lines={2}>
        {(definitions) => (
          <dl>
            {[...new Set(figures.map(({ definition }) => definition))].map((one) => (
              <div key={one}>
                <dt>
                  {figures
                    .filter(({ definition }) => definition === one)
                    .map(({ title }) => title)
                    .join(', ')}
                </dt>
                <dd>{definitions[one]}</dd>
              </div>
            ))}
          </dl>
        )}
      </State>
      <p>{helpWords.call}</p>
      <Copy label={helpWords.call} text={`curl '${location.origin}${path}' -H 'Authorization: Bearer sk_live_…'`} />
    </div>
  );
}
