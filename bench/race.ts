/** Times contenders that alternate, so that other work on the machine affects all of them. */
import { median } from './finding.ts';

export const roundsDefault = 7;

/** Returns the median milliseconds of each contender over `rounds`, after one round of warm-up. */
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
