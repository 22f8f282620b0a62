/**
 * A hard limit on the memory of a process, mapped files included: a memory cgroup (version 1 or 2), which requires root.
 * Run alone, it prints whether this machine supports one.
 */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The names of the same files in both versions. */
const versions = [
  {
    name: 'cgroup v1',
    mount: '/sys/fs/cgroup/memory',
    limitFile: 'memory.limit_in_bytes',
    kills: ['memory.oom_control', /^oom_kill (\d+)/m],
    reclaims: ['memory.failcnt', /^(\d+)/],
  },
  {
    name: 'cgroup v2',
    mount: '/sys/fs/cgroup',
    limitFile: 'memory.max',
    kills: ['memory.events', /^oom_kill (\d+)/m],
    reclaims: ['memory.events', /^max (\d+)/m],
  },
];

/** Returns a limit of `bytes` for the processes that enter it. Throws an Error with the reason why this machine has none. */
export function createMemoryLimit(bytes) {
  const version = versions.find(({ mount }) => existsSync(join(mount, 'cgroup.procs')));
  if (!version) throw new Error('no memory cgroup is mounted');
  const directory = join(version.mount, `footfall-${process.pid}-${Date.now()}`);
  const read = ([file, pattern]) => Number(pattern.exec(readFileSync(join(directory, file), 'utf8'))?.[1] ?? 0);
  try {
    mkdirSync(directory);
    writeFileSync(join(directory, version.limitFile), String(bytes));
  } catch (error) {
    if (existsSync(directory)) rmdirSync(directory);
    throw new Error(`no memory cgroup can be created: ${error.message}`, { cause: error });
  }
  return {
    name: version.name,
    /** The command that a shell runs before it becomes the limited process. */
    enter: `echo $$ > ${join(directory, 'cgroup.procs')};`,
    /** Processes killed because the limit was reached. */
    kills: () => read(version.kills),
    /** Returns the number of times that the limit was reached, so that the page cache was dropped. */
    reclaims: () => read(version.reclaims),
    /** Call it once its processes have ended. */
    remove: () => rmdirSync(directory),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    const limit = createMemoryLimit(2 ** 30);
    limit.remove();
    console.log(limit.name);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
