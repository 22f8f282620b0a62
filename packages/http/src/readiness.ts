/** Whether what a process depends on answers: asked within a deadline, and rarely, however often it is wanted. */
import { Gauge, type Registry } from '@footfall/telemetry';

/** Each thing the process depends on, with a call that rejects when it does not answer. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

/** How long a dependency has to answer. */
const deadlineMs = 2_000;
/** How long an answer stands: a ping may be a durable write, and anybody may ask. */
const answerAgeMsMax = 500;

export interface Readiness {
  /** The names of those that do not answer, within the deadline. */
  missing(): Promise<string[]>;
}

/** Watches `dependencies`, and shows them in `registry` as `footfall_<app>_dependency_up`, 1 or 0 each. */
export function watchReadiness(app: string, dependencies: Dependencies, registry: Registry): Readiness {
  const checks = Object.entries(dependencies).map(([name, ping]) => ({ name, answers: remembered(ping) }));
  const gauge: Gauge = new Gauge({
    name: `footfall_${app}_dependency_up`,
    help: 'Whether what the process depends on answers: 1 or 0.',
    labelNames: ['dependency'],
    registers: [],
    async collect() {
      await Promise.all(
        checks.map(async ({ name, answers }) => gauge.set({ dependency: name }, (await answers()) ? 1 : 0)),
      );
    },
  });
  registry.registerMetric(gauge);
  return {
    async missing() {
      const found = await Promise.all(checks.map(async ({ name, answers }) => ((await answers()) ? [] : [name])));
      return found.flat();
    },
  };
}

/** One ping at a time; what it said stands for a moment. */
function remembered(ping: () => Promise<void>): () => Promise<boolean> {
  let last: Promise<boolean> = Promise.resolve(false);
  let standsUntilMs = 0;
  return () => {
    if (performance.now() < standsUntilMs) return last;
    standsUntilMs = Number.POSITIVE_INFINITY;
    last = answersInTime(ping).finally(() => {
      standsUntilMs = performance.now() + answerAgeMsMax;
    });
    return last;
  };
}

async function answersInTime(ping: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), deadlineMs);
  });
  const answer = Promise.resolve()
    .then(ping)
    .then(
      () => true,
      () => false,
    );
  const answered = await Promise.race([answer, deadline]);
  clearTimeout(timer);
  return answered;
}
