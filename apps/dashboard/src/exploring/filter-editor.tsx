/** Adds a filter or changes one: a dimension, a condition, and one of the existing values. */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Field } from '../controls/form.tsx';
import { faultText } from '../controls/state.tsx';
import { narrow } from '../panels/narrow.ts';
import { useGoalNames } from '../panels/goals.ts';
import type { Access } from '../resources/api.ts';
import { hasFailed } from '../resources/cache.ts';
import { useResource } from '../resources/use-resource.ts';
import {
  addFilters,
  canExclude,
  type Dimension,
  dimensions,
  type Filter,
  filtersMax,
  type Operator,
  operators,
} from '../state/filter.ts';
import { goWith } from '../state/navigation.ts';
import { boundsOf, daysOf } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { exploringWords as say } from '../words/exploring-words.ts';
import { dimensionName, filterValueName } from '../words/names.ts';
import { words } from '../words/words.ts';
import { propertyNamesResource } from './property-names.ts';
import { Select } from './select.tsx';
import { meantValue, named } from './suggestions.ts';
import { useSettled } from './use-settled.ts';
import { useSuggestions } from './use-suggestions.ts';

interface FilterEditorProps {
  view: View;
  access: Access;
  localMs: number;
  /** The index of the filter to change; if absent, a new one is added. */
  edited?: number | undefined;
  close: () => void;
}

/** The longest value that can be typed. */
const valueCharsMax = 2_048;
/** The longest name of a property that the API accepts. */
const nameCharsMax = 128;
const property = 'prop:';

/** A condition as offered: two of them need no value. */
interface Condition {
  id: string;
  operator: Operator;
  hasValue: boolean;
  /** True for conditions that exclude sessions. */
  isExclusion: boolean;
  /** True for conditions on a whole value. Goals, countries and devices offer no others, because their stored values differ from the shown names. */
  isWhole: boolean;
  text: string;
}

const conditions: readonly Condition[] = [
  ...operators.map((operator) => ({
    id: operator,
    operator,
    hasValue: true,
    isExclusion: operator.endsWith('_not'),
    isWhole: operator === 'is' || operator === 'is_not',
    text: words.operators[operator],
  })),
  { id: 'set', operator: 'is_not', hasValue: false, isExclusion: false, isWhole: false, text: words.filters.set },
  { id: 'not_set', operator: 'is', hasValue: false, isExclusion: true, isWhole: false, text: words.filters.notSet },
];

export function FilterEditor({ view, access, localMs, edited, close }: FilterEditorProps) {
  const held = edited === undefined ? undefined : view.filters[edited];
  const [kind, setKind] = useState<string>(
    held?.dimension.startsWith(property) ? property : (held?.dimension ?? 'country'),
  );
  const [prop, setProp] = useState(kind === property ? (held?.dimension.slice(property.length) ?? '') : '');
  const heldId = conditionOf(held);
  const [conditionId, setCondition] = useState(heldId);
  const bounds = boundsOf(daysOf(view.range, localMs));
  const goals = useGoalNames(access, bounds, held?.dimension === 'goal');
  const [text, setText] = useState(held ? filterValueName(held, goals) : '');
  const offered = conditions.filter(
    ({ id, isExclusion, isWhole }) =>
      id === heldId || ((isWhole || !named.includes(kind)) && (!isExclusion || canExclude(kind))),
  );
  const dimension = kind === property ? propertyOf(prop) : dimensions.find((one) => one === kind);
  // The chosen condition may not be offered for another dimension.
  const condition = offered.find(({ id }) => id === conditionId) ?? offered[0];
  const narrowed = narrow(access, view);
  const settled = useSettled(dimension);
  const typed = useSettled(text);
  const { known, shown: suggestions } = useSuggestions(settled, typed, narrowed, bounds);
  const isNaming = held === undefined && kind === property;
  const names = useResource(isNaming ? propertyNamesResource(narrowed, bounds) : undefined).last?.result ?? [];
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  const fields = () => [
    ...(form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select') ?? []),
  ];
  useLayoutEffect(() => {
    for (const field of fields()) field.setCustomValidity('');
  }, [dimension, condition, text]);
  const refuse = (reason: string) => {
    // The value, or the condition if it has none.
    const field = fields().at(-1);
    field?.setCustomValidity(reason);
    field?.reportValidity();
  };
  const apply = async (event: Event) => {
    event.preventDefault();
    if (dimension === undefined || condition === undefined) return;
    const { operator, hasValue, isWhole } = condition;
    const chosen = hasValue ? suggestions.find(({ name }) => name === text)?.value : '';
    const value = chosen ?? (isWhole ? await meantValue(dimension, text, narrowed, bounds) : text);
    // The editor may have been closed in the meantime, and it shows why no suggestions could be loaded.
    if (form.current === null || value === null) return;
    if (value === undefined) {
      refuse(say.noSuchValue);
      return;
    }
    const filter = { dimension, operator, value };
    // A changed filter keeps its position among the others.
    const at = edited ?? view.filters.length;
    const before = addFilters(view.filters.slice(0, at), [filter]);
    const after = addFilters(view.filters.slice(at + 1), [filter]).slice(0, -1);
    const filters = [...before, ...after];
    if (filters.length > filtersMax) {
      refuse(say.tooMany(filtersMax));
      return;
    }
    close();
    goWith({ filters });
  };
  return (
    <form ref={form} class="form editor" aria-label={words.filters.add} onSubmit={(event) => void apply(event)}>
      {held ? (
        <b>{dimensionName(held.dimension)}</b>
      ) : (
        <Select
          label={say.dimension}
          value={kind}
          options={[
            ...dimensions.map((one) => ({ value: one, text: dimensionName(one) })),
            { value: property, text: say.property },
          ]}
          onChoose={setKind}
        />
      )}
      {isNaming && (
        <Field
          name="property"
          label={say.propertyName}
          value={prop}
          isRequired
          maxLength={nameCharsMax}
          suggestions={names}
          onInput={setProp}
        />
      )}
      <Select
        label={say.operator}
        value={condition?.id}
        options={offered.map(({ id, text: name }) => ({ value: id, text: name }))}
        onChoose={setCondition}
      />
      {condition?.hasValue && (
        <Field
          name="value"
          label={say.value}
          value={text}
          isRequired
          maxLength={valueCharsMax}
          suggestions={suggestions.map(({ name }) => name)}
          onInput={setText}
        />
      )}
      {hasFailed(known) && (
        <p class="down" role="alert">
          {words.states.failed(faultText(known.fault))}
        </p>
      )}
      <button type="submit" class="main">
        {say.apply}
      </button>
    </form>
  );
}

function conditionOf(filter: Filter | undefined): string {
  if (filter?.value === '' && filter.operator === 'is') return 'not_set';
  if (filter?.value === '' && filter.operator === 'is_not') return 'set';
  return filter?.operator ?? 'is';
}

function propertyOf(name: string): Dimension | undefined {
  return name === '' ? undefined : `prop:${name}`;
}
