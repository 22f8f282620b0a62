/** A suite that needs a hard limit on the memory of a process; otherwise it is skipped with the reason. */
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(__dirname, '../../..');

export function describeWithMemoryLimit(title: string, suite: () => void): void {
  const probe = spawnSync(process.execPath, ['bench/memory-limit.mjs'], { cwd: root, encoding: 'utf8' });
  if (probe.status === 0) describe(title, suite);
  else it.skip(`${title}: skipped, because it needs a limit on memory: ${probe.stderr.trim()}`, () => undefined);
}
