/** A deadline for a promise. */

/** Settles like `work`, or like a call of `onLate` if `work` takes longer than `ms`. The later outcome of `work` is ignored. */
export async function withDeadline<Result, Late>(
  work: Promise<Result>,
  ms: number,
  onLate: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Late>((resolve) => {
    timer = setTimeout(() => resolve(Promise.resolve().then(onLate)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
