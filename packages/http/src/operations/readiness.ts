/** Readiness: pings the dependencies of a process with a deadline, and reuses the results for a moment. */
import { AppError } from '@footfall/errors';
import { Gauge, type Registry, withDeadline } from '@footfall/process';
import { reusedFor } from './reused-for.ts';

/** The dependencies of the process, each with a call that rejects if it does not respond. */
export type Dependencies = Readonly<Record<string, () => Promise<void>>>;

/** The deadline of a ping. */
const deadlineMs = 2_000;
/** The time for which the result of a ping is reused: a ping may be a durable write, and any client can request readiness. */
const resultAgeMsMax = 500;

/** Returns the dependencies that do not respond within the deadline, by name, each with a reason that callers may see. */
export type Readiness = () => Promise<Record<string, string>>;

/** Watches `dependencies`, and reports each in `registry` as `footfall_<app>_dependency_up`, 1 or 0. */
export function watchReadiness(app: string, dependencies: Dependencies, registry: Registry): Readiness {
  const checks = Object.entries(dependencies).map(([name, ping]) => ({
    name,
    fault: reusedFor(resultAgeMsMax, () => faultOf(ping)),
  }));
  const gauge: Gauge = new Gauge({
    name: `footfall_${app}_dependency_up`,
    help: '1 if the dependency of the process responds, otherwise 0.',
    labelNames: ['dependency'],
    registers: [registry],
    async collect() {
      await Promise.all(
        checks.map(async ({ name, fault }) => gauge.set({ dependency: name }, (await fault()) === undefined ? 1 : 0)),
      );
    },
  });
  return async () => {
    const faults = await Promise.all(checks.map(async ({ name, fault }) => ({ name, reason: await fault() })));
    return Object.fromEntries(faults.flatMap(({ name, reason }) => (reason === undefined ? [] : [[name, reason]])));
  };
}

/** Resolves with the reason of the failure, or undefined if the ping succeeded. */
function faultOf(ping: () => Promise<void>): Promise<string | undefined> {
  const result = Promise.resolve()
    .then(ping)
    .then(
      () => undefined,
      (error: unknown) => (error instanceof AppError ? error.message : 'No response'),
    );
  return withDeadline(result, deadlineMs, () => `No response within ${deadlineMs / 1000} s`);
}
