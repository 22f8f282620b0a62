/** The keys that move the read-out of a chart. */

/** Returns the point that a key leads to from another one, or undefined for other keys. */
export function targetOf(key: string, from: number, count: number): number | undefined {
  const targets: Record<string, number> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: count - 1 };
  const target = targets[key];
  return target === undefined ? undefined : Math.min(count - 1, Math.max(0, target));
}
