/** Suites that need something that not every run has: without it they are skipped, with the reason. */
import { dockerIsAtHand } from './environment.ts';
import { type Servers, servers } from './servers.ts';

/** Declares a suite that needs some of the servers of this run. */
export function describeWithServers<Name extends keyof Servers>(
  title: string,
  needed: readonly Name[],
  suite: (found: Readonly<Record<Name, string>>) => void,
): void {
  const found = servers();
  if (hasEach(found, needed)) describe(title, () => suite(found));
  else leaveOut(title, `${needed.join(', ')}, or Docker to start what they lead to`);
}

/** Declares a suite that starts its own servers. */
export function describeWithDocker(title: string, suite: () => void): void {
  if (dockerIsAtHand()) describe(title, suite);
  else leaveOut(title, 'Docker');
}

/** Declares a suite that reads what Linux tells about a process or a socket. */
export function describeOnLinux(title: string, suite: () => void): void {
  if (process.platform === 'linux') describe(title, suite);
  else leaveOut(title, 'Linux');
}

function leaveOut(title: string, need: string): void {
  it.skip(`${title}: left out, for it needs ${need}`, () => undefined);
}

function hasEach<Name extends keyof Servers>(
  found: Servers,
  needed: readonly Name[],
): found is Servers & Readonly<Record<Name, string>> {
  return needed.every((name) => found[name] !== undefined);
}
