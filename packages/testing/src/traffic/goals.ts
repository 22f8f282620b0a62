/** Goals that random traffic reaches occasionally. */
import type { Goal } from '../reference/goal.ts';

export const knownGoals: readonly Omit<Goal, 'goalId'>[] = [
  { name: 'Sign-up', type: 'signup' },
  { name: 'Pro', type: 'signup', props: { plan: 'pro' }, valueProp: 'price' },
  { name: 'Three seats', type: 'purchase of "1\\2"', props: { seats: 3 }, valueProp: 'price' },
  { name: 'Documentation', path: '/docs/*', valueProp: 'price' },
  { name: 'Something with i', path: '*i*' },
  { name: 'Home', path: '/' },
];
