/** The memory and the CPU time of a process, from `/proc`: Linux only. */
import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Returns the resident memory in bytes: anonymous, of files, and both; zeros if the process has ended. */
export function memoryOf(pid: number): { anonymousBytes: number; fileBytes: number; residentBytes: number } {
  const status = read(`/proc/${pid}/status`);
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
  const [anonymousBytes, fileBytes] = [bytes('RssAnon'), bytes('RssFile') + bytes('RssShmem')];
  return { anonymousBytes, fileBytes, residentBytes: anonymousBytes + fileBytes };
}

/** Returns the seconds of user and system time so far, of all threads and of the main thread; zeros if the process has ended. */
export function cpuSecondsOf(pid: number): { all: number; main: number } {
  return { all: seconds(`/proc/${pid}/stat`), main: seconds(`/proc/${pid}/task/${pid}/stat`) };
}

function seconds(path: string): number {
  const stat = read(path);
  // The name of the program, in parentheses, may contain spaces.
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) / ticksPerSecond;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
