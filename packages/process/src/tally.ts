/** A cheap counter for hot paths: plain numbers, which the registry reads when it is collected. */
import { Counter, type Registry } from 'prom-client';

interface TallyOptions {
  name: string;
  help: string;
  /** Two names, with few values each. */
  labelNames: readonly [string, string];
}

/** Adds a counter to `registry`. Returns a function that increments the count for the values of its two labels. */
export function tally(registry: Registry, options: TallyOptions): (first: string, second: string) => void {
  const { labelNames, ...named } = options;
  const counts = new Map<string, Map<string, number>>();
  const [firstName, secondName] = labelNames;
  const counter: Counter = new Counter({
    ...named,
    labelNames: [...labelNames],
    registers: [],
    collect() {
      counter.reset();
      for (const [first, seconds] of counts) {
        for (const [second, count] of seconds) counter.inc({ [firstName]: first, [secondName]: second }, count);
      }
    },
  });
  registry.registerMetric(counter);
  return (first, second) => {
    const seconds = counts.get(first) ?? new Map<string, number>();
    counts.set(first, seconds.set(second, (seconds.get(second) ?? 0) + 1));
  };
}
