/** A deadline for a promise. */

/**
 * Settles like `work`, or like a call of `onLate` if `work` takes longer than `ms`. The outcome of `work`
 * is then ignored. A response that arrived while this process was busy is in time: it is read before the immediate runs.
 */
export function withDeadline<Result, Late>(
  work: Promise<Result>,
  ms: number,
  onLate: () => Late,
): Promise<Result | Late> {
  return new Promise((resolve, reject) => {
    let immediate: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      immediate = setImmediate(() => resolve(Promise.resolve().then(onLate)));
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      clearImmediate(immediate);
    };
    work.then(
      (result) => {
        stop();
        return resolve(result);
      },
      (error: unknown) => {
        stop();
        return reject(error);
      },
    );
  });
}
