/** The number of visitors who take steps in sequence. The steps are chosen from existing values, and stay in the URL. */
import { useState } from 'preact/hooks';
import { usePassedFocus } from '../controls/focus.ts';
import { Fault } from '../controls/state.tsx';
import { Switch } from '../controls/switch.tsx';
import { useGoalNames } from '../panels/goals.ts';
import { Path } from '../panels/path.tsx';
import { hasFailed } from '../resources/cache.ts';
import type { Access } from '../resources/api.ts';
import { analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { filterText, parseFilter } from '../state/filter.ts';
import { goWith, hrefWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import { stepsMax, type View } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { formatCount, formatFull, formatPercent } from '../words/format.ts';
import { filterSentence } from '../words/names.ts';
import { words } from '../words/words.ts';
import { SearchField } from './search-field.tsx';
import { Select } from './select.tsx';
import { useSettled } from './use-settled.ts';
import { useSuggestions } from './use-suggestions.ts';

interface FunnelProps {
  view: View;
  access: Access;
  bounds: Bounds;
}

const say = exploringWords.funnel;

/** Returns true for a time limit in the API's form. */
function isTime(text = ''): text is `${number}${'m' | 'h' | 'd'}` {
  return /^\d+[mhd]$/.test(text);
}

export function Funnel({ view, access, bounds }: FunnelProps) {
  const { steps } = view;
  const [first, second, ...others] = steps;
  const { within } = view.rest;
  const goals = useGoalNames(access, bounds, true);
  const isWhole = first !== undefined && second !== undefined;
  const resource = isWhole
    ? analyticsResource(access, 'funnel', {
        ...bounds,
        step: [first, second, ...others],
        within: isTime(within) ? within : undefined,
      })
    : undefined;
  const known = useResource(resource);
  const nameOf = (step: string) => {
    const filter = parseFilter(step);
    return filter ? filterSentence(filter, goals) : (goals.get(step) ?? step);
  };
  const counts = known.last?.result.data ?? [];
  return (
    <>
      {!isWhole && <p class="muted">{say.hint}</p>}
      {/* Receives the focus when the last step is removed. */}
      <ol class="funnel" tabIndex={-1}>
        {steps.map((step, index) => (
          <Step
            key={index}
            name={nameOf(step)}
            count={counts[index]}
            without={hrefWith(view, { steps: steps.toSpliced(index, 1) })}
          />
        ))}
      </ol>
      {hasFailed(known) && <Fault known={known} />}
      <Select
        label={say.within}
        value={within}
        options={Object.entries(say.withins).map(([value, text]) => ({ value, text }))}
        onChoose={(time) => goWith({ rest: { ...view.rest, within: time } })}
      />
      {steps.length < stepsMax && <NextStep view={view} access={access} bounds={bounds} />}
    </>
  );
}

interface StepProps {
  name: string;
  /** The number of visitors; undefined until it is known. */
  count: { visitors: number; dropOff: number; conversionRate: number } | undefined;
  /** The URL without this step. */
  without: string;
}

function Step({ name, count, without }: StepProps) {
  return (
    <li ref={usePassedFocus<HTMLLIElement>()}>
      <span class="bar" style={{ '--length': String((count?.conversionRate ?? 0) / 100) }} />
      <bdi class="what ellipsis" title={name}>
        {name}
      </bdi>
      {count && (
        <>
          {count.dropOff > 0 && <span class="muted">{say.dropOff(formatCount(count.dropOff))}</span>}
          <span title={formatFull(count.visitors)}>{formatCount(count.visitors)}</span>
          <b>{formatPercent(count.conversionRate)}</b>
        </>
      )}
      <a href={without} aria-label={words.filters.remove(name)} title={words.filters.remove(name)}>
        ×
      </a>
    </li>
  );
}

const kinds = ['path', 'type', 'goal'] as const;
const shownMax = 8;

function NextStep({ view, access, bounds }: FunnelProps) {
  const [kind, choose] = useState<(typeof kinds)[number]>('path');
  const [text, setText] = useState('');
  const wanted = text.toLocaleLowerCase();
  const settled = useSettled(text);
  const { known, shown } = useSuggestions(kind, text && settled, access, bounds);
  const matching = shown.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)).slice(0, shownMax);
  const stepOf = (value: string) => (kind === 'goal' ? value : filterText({ dimension: kind, operator: 'is', value }));
  return (
    <section class="form" aria-label={say.add}>
      <h3>{say.add}</h3>
      <Switch
        title={say.kind}
        options={kinds}
        chosen={kind}
        textOf={(one) => words.dimensions[one]}
        onChoose={(one) => {
          choose(one);
          setText('');
        }}
      />
      <SearchField label={exploringWords.search(`${words.dimensions[kind]}s`)} text={text} onText={setText} />
      <div class="choices">
        {matching.map(({ value, name }) => (
          <button
            key={value}
            type="button"
            title={value}
            onClick={() => {
              setText('');
              goWith({ steps: [...view.steps, stepOf(value)] });
            }}
          >
            <span class="ellipsis">{kind === 'path' ? <Path text={name} /> : <bdi>{name}</bdi>}</span>
          </button>
        ))}
      </div>
      {hasFailed(known) && <Fault known={known} />}
      {known.last && matching.length === 0 && (
        <p class="empty muted">{text === '' ? words.states.empty : exploringWords.rows.none}</p>
      )}
    </section>
  );
}
