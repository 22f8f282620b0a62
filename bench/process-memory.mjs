/** The memory of a process, from `/proc`: Linux only. */
import { readFileSync } from 'node:fs';

/** Returns the resident memory in bytes: anonymous, of files, and both; zeros if the process has ended. */
export function memoryOf(pid) {
  const status = statusOf(pid);
  const bytes = (name) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
  const [anonymousBytes, fileBytes] = [bytes('RssAnon'), bytes('RssFile') + bytes('RssShmem')];
  return { anonymousBytes, fileBytes, residentBytes: anonymousBytes + fileBytes };
}

function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
