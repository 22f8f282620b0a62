/** The properties of an event: their names, and the values of one of them. A click on a value filters by it. */
import { State } from '../controls/state.tsx';
import { columnOf } from '../panels/figure.ts';
import type { FiltersOf } from '../panels/row-filter.ts';
import { Rows } from '../panels/rows.tsx';
import type { Access } from '../resources/api.ts';
import { analyticsResource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import { goWith } from '../state/navigation.ts';
import type { Bounds } from '../state/range.ts';
import type { View } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { formatFull } from '../words/format.ts';
import { dimensionName, typeName } from '../words/names.ts';
import { Select } from './select.tsx';

interface PropertiesProps {
  view: View;
  access: Access;
  bounds: Bounds;
}

const typesMax = 1_000;
const valuesMax = 1_000;
const say = exploringWords.properties;
const columns = [columnOf('events', 'eventCount'), columnOf('visitors', 'eventUsers')];

export function Properties({ view, access, bounds }: PropertiesProps) {
  const byType = analyticsResource(access, 'breakdown', { by: 'type', ...bounds, limit: typesMax });
  const knownTypes = useResource(byType);
  const types = knownTypes.last?.result.data.flatMap((entry) => entry.type ?? []) ?? [];
  const type = view.rest['event'] ?? types.find((one) => !one.startsWith('$')) ?? types[0];
  const ofType = type === undefined ? undefined : analyticsResource(access, 'properties', { ...bounds, type });
  const known = useResource(ofType);
  const change = (rest: Readonly<Record<string, string>>) => goWith({ rest: { ...view.rest, ...rest } });
  return (
    <State known={knownTypes} lines={9} isEmpty={() => types.length === 0}>
      {() => (
        <>
          <Select
            label={dimensionName('type')}
            value={type}
            options={withChosen(types, type).map((one) => ({ value: one, text: typeName(one) }))}
            onChoose={(event) => change({ event, property: '' })}
          />
          {type !== undefined && (
            <State known={known} lines={9} isEmpty={({ data }) => data.length === 0} empty={say.none}>
              {({ data }) => {
                const carriers = new Map(data.map((one) => [one.name ?? '', one.events]));
                const name = view.rest['property'] || (data[0]?.name ?? '');
                return (
                  <>
                    <Select
                      label={say.property}
                      value={name}
                      options={withChosen([...carriers.keys()], name).map((one) => ({
                        value: one,
                        text: say.carriedBy(one, formatFull(carriers.get(one) ?? 0)),
                      }))}
                      onChoose={(property) => change({ event: type, property })}
                    />
                    <Values key={name} view={view} access={access} bounds={bounds} type={type} name={name} />
                  </>
                );
              }}
            </State>
          )}
        </>
      )}
    </State>
  );
}

/** Adds the value that the URL chooses, which no event of the range may have. */
const withChosen = (values: readonly string[], chosen: string | undefined) => [
  ...new Set([...values, ...(chosen === undefined ? [] : [chosen])]),
];

function Values({ view, access, bounds, type, name }: PropertiesProps & { type: string; name: string }) {
  const params = { ...bounds, type, name, limit: valuesMax };
  const known = useResource(analyticsResource(access, 'properties', params));
  const filtersOf: FiltersOf = (row, operator) => [
    { dimension: 'type', operator, value: type },
    { dimension: `prop:${name}`, operator, value: row.name },
  ];
  return (
    <State known={known} lines={9} isEmpty={({ data }) => data.length === 0}>
      {({ data }) => (
        <Rows
          nameTitle={name}
          names="text"
          rows={data.map(({ value = '', events, visitors }) => ({ name: value, figures: [events, visitors] }))}
          columns={columns}
          filtersOf={filtersOf}
          view={view}
        />
      )}
    </State>
  );
}
