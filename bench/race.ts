/** Times contenders that take turns, so that whatever else the machine does is shared fairly. */
import { median } from './finding.ts';

export const roundsDefault = 7;

/** Median milliseconds of each contender over `rounds`, after one that warms up. */
export async function race<Name>(
  names: readonly Name[],
  run: (name: Name) => Promise<unknown>,
  rounds = roundsDefault,
): Promise<(name: Name) => number> {
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const began = performance.now();
      await run(name);
      if (round > 0) times.get(name)?.push(performance.now() - began);
    }
  }
  return (name) => median(times.get(name) ?? []);
}
