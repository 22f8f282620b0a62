import { liveWords } from './live-words.ts';

it.each([
  ['$pageview', '/pricing', ''],
  ['signup', '/pricing', 'signup · '],
  ['signup', '', 'signup'],
])('an event of type %s with the path %j has %j before the path', (type, path, text) => {
  expect(liveWords.event(type, path)).toBe(text);
});
