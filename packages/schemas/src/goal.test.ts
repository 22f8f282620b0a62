import { type GoalInput, goalInputSchema } from './goal.ts';

const signUp: GoalInput = { name: 'Sign-up', type: 'signup' };

it.each<[string, GoalInput]>([
  ['a type', signUp],
  ['an automatic type', { name: 'Download', type: '$file_download' }],
  ['a path', { name: 'Pricing', path: '/pricing' }],
  ['a pattern', { name: 'Orders', path: '*/order/*' }],
  ['the longest name, type and value', { name: 'n'.repeat(200), type: 't'.repeat(128), valueProp: 'v'.repeat(128) }],
  ['the longest path', { name: 'Page', path: `/${'a'.repeat(2_047)}` }],
  ['properties and a value', { ...signUp, props: { plan: 'pro', seats: 3, trial: true }, valueProp: 'value' }],
])('accepts a goal with %s', (_what, input) => {
  expect(goalInputSchema.parse(input)).toEqual(input);
});

it.each([
  ['/caf%C3%A9', '/café'],
  ['/caf%c3%a9/*', '/café/*'],
  ['*/%E6%97%A5/*', '*/日/*'],
  ['/a b', '/a%20b'],
  ['/a%2fb', '/a%2Fb'],
  ['/what%3f', '/what%3F'],
  ['/\ud800', '/\ufffd'],
])('normalizes the path %j to %j, the form in which paths are stored', (path, stored) => {
  expect(goalInputSchema.parse({ name: 'Page', path })).toEqual({ name: 'Page', path: stored });
});

it.each<[object, RegExp]>([
  [{ type: 'signup' }, /^name must have 1 to 200 characters, got nothing$/],
  [{ ...signUp, name: ' ' }, /^name must have 1 to 200 characters, got ""$/],
  [{ ...signUp, name: 'a'.repeat(201) }, /^name must have 1 to 200 characters, got "a+…" \(201 characters\)$/],
  [{ ...signUp, name: 'Sign\u001bup' }, /^name must contain printable characters only, got U\+001B$/],
  [{ name: 'Nothing' }, /^ must have either type or path, got neither$/],
  [{ ...signUp, path: '/' }, /^ must have either type or path, got both$/],
  [{ ...signUp, type: '' }, /^type must be a string of 1 to 128 characters, got ""$/],
  [{ ...signUp, type: 7 }, /^type must be a string of 1 to 128 characters, got 7$/],
  [
    { ...signUp, type: 't'.repeat(129) },
    /^type must be a string of 1 to 128 characters, got "t+…" \(129 characters\)$/,
  ],
  [{ ...signUp, type: '$own' }, /^type must not start with \$, unless it is one of .*, got "\$own"$/],
  [
    { name: 'Page', path: 'pricing' },
    /^path must start with \/ or \*, not contain \? or #, and have at most 2048 characters, got "pricing"$/,
  ],
  [{ name: 'Page', path: '/thanks?x=1' }, /^path must .*, not contain \? or #, .*, got "\/thanks\?x=1"$/],
  [{ name: 'Page', path: '/thanks#ok' }, /^path must .*, not contain \? or #, .*, got "\/thanks#ok"$/],
  [{ name: 'Page', path: `/${'a'.repeat(2048)}` }, /^path must start with .* \(2049 characters\)$/],
  [{ ...signUp, props: { plan: ['pro'] } }, /^props\.plan must be a string of up to 1024 characters, a finite number/],
  // Left out, as in an event, it would make the goal count more than was asked for.
  [{ ...signUp, props: { plan: null } }, /^props\.plan must be a string of up to 1024 characters, a finite number/],
  [{ ...signUp, valueProp: 'v'.repeat(129) }, /^valueProp must be the name of a property, .* \(129 characters\)$/],
  [{ ...signUp, valueProp: '' }, /^valueProp must be the name of a property, of 1 to 128 characters, got ""$/],
])('rejects an invalid goal with a reason: %#', (input, message) => {
  const [issue] = goalInputSchema.safeParse(input).error?.issues ?? [];
  expect(`${issue?.path.join('.')} ${issue?.message}`).toMatch(message);
});

it('refuses a field that goals do not have, by name', () => {
  const [issue] = goalInputSchema.safeParse({ ...signUp, colour: 'red' }).error?.issues ?? [];
  expect(issue).toMatchObject({ code: 'unrecognized_keys', keys: ['colour'] });
});
