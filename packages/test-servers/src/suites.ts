/** Suites with requirements that not every run meets: they are then skipped, with the reason. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Declares a suite that starts separate servers. */
export function describeWithDocker(title: string, suite: () => void): void {
  if (dockerIsAtHand()) describe(title, suite);
  else leaveOut(title, 'Docker');
}

/** Declares a suite that runs programs, which a machine may lack. */
export function describeWithPrograms(title: string, programs: readonly string[], suite: () => void): void {
  if (spawnSync('which', programs).status === 0) describe(title, suite);
  else leaveOut(title, programs.join(' and '));
}

/** Declares a suite that reads Linux's information about processes or sockets. */
export function describeOnLinux(title: string, suite: () => void): void {
  if (process.platform === 'linux') describe(title, suite);
  else leaveOut(title, 'Linux');
}

/** Declares a suite whose tests have a disk of `bytes`, or with these mount options of tmpfs: it is empty for each test, at the path that `disk` returns. */
export function describeWithSmallDisk(title: string, size: number | string, suite: (disk: () => string) => void): void {
  const options = typeof size === 'number' ? `size=${size}` : size;
  const probe = mountDisk(options);
  if (probe === undefined) return leaveOut(title, 'the right to mount a small disk, which root has on Linux');
  unmount(probe);
  describe(title, () => {
    let path: string | undefined;
    beforeEach(() => {
      path = mountDisk(options);
    });
    suite(() => {
      if (path === undefined) throw new Error('A disk that could be mounted before cannot be mounted now');
      return path;
    });
    afterEach(() => {
      if (path !== undefined) unmount(path);
    });
  });
}

/** Returns the path of a new disk; undefined if this user may not mount one. */
function mountDisk(options: string): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'footfall-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status === 0) return path;
  rmdirSync(path);
  return undefined;
}

function unmount(path: string): void {
  spawnSync('umount', [path]);
  rmdirSync(path);
}

/** Declares a suite that is skipped, with the reason. */
export function leaveOut(title: string, need: string): void {
  it.skip(`${title}: left out, for it needs ${need}`, () => undefined);
}

function hasEach<Name extends keyof Servers>(
  found: Servers,
  needed: readonly Name[],
): found is Servers & Readonly<Record<Name, string>> {
  return needed.every((name) => found[name] !== undefined);
}
