import { filterText } from '../state/filter.ts';
import { panels } from './lists.ts';

// Jest cannot load the modules of Preact, and no row needs its hooks.
jest.mock('preact/hooks', () => ({}));

/** The filters that keep a row of each list, and those that exclude it. */
const filters: Readonly<Record<string, [kept: string[], excluded: string[]]>> = {
  referrers: [['source:is:a'], ['source:is_not:a']],
  channels: [['channel:is:a'], ['channel:is_not:a']],
  campaigns: [['utm_campaign:is:a'], ['utm_campaign:is_not:a']],
  utmSources: [['utm_source:is:a'], ['utm_source:is_not:a']],
  utmMedia: [['utm_medium:is:a'], ['utm_medium:is_not:a']],
  utmTerms: [['utm_term:is:a'], ['utm_term:is_not:a']],
  utmContents: [['utm_content:is:a'], ['utm_content:is_not:a']],
  ads: [['ad_platform:is:a'], ['ad_platform:is_not:a']],
  assistants: [['channel:is:AI Assistant', 'source:is:a'], ['source:is_not:a']],
  pages: [['path:is:a'], ['path:is_not:a']],
  entryPages: [['entry_page:is:a'], ['entry_page:is_not:a']],
  exitPages: [['exit_page:is:a'], ['exit_page:is_not:a']],
  hosts: [['hostname:is:a'], ['hostname:is_not:a']],
  map: [['country:is:a'], ['country:is_not:a']],
  countries: [['country:is:a'], ['country:is_not:a']],
  cities: [['city:is:a', 'country:is:detail'], ['city:is_not:a']],
  browsers: [['browser:is:a'], ['browser:is_not:a']],
  systems: [['os:is:a'], ['os:is_not:a']],
  devices: [['device:is:a'], ['device:is_not:a']],
  own: [['type:is:a'], ['type:is_not:a']],
  automatic: [['type:is:a'], ['type:is_not:a']],
  goals: [['goal:is:id'], ['goal:is_not:id']],
  dead: [['path:is:a'], ['path:is_not:a']],
  rage: [['path:is:a'], ['path:is_not:a']],
  scroll: [['path:is:a'], ['path:is_not:a']],
};

describe('a row', () => {
  it('is kept and excluded by the dimension of its list', () => {
    const row = { name: 'a', id: 'id', detail: 'detail', figures: [] };
    const lists = panels.flatMap((panel) => panel.lists);
    const found = lists.map(({ id, filtersOf }) => [
      id,
      [filtersOf(row, 'is').map(filterText), filtersOf(row, 'is_not').map(filterText)],
    ]);
    expect(Object.fromEntries(found)).toEqual(filters);
  });
});
