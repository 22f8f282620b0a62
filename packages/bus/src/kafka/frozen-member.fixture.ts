/** A member in a separate process, so that it can be frozen: it commits the start of its partition repeatedly, until a commit is refused. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { TestTopic } from './topic.fixture.ts';

export interface FrozenMember {
  process: ChildProcess;
  /** Resolves once it has printed `line`, before or after this call. */
  said(line: string): Promise<void>;
}

export async function startFrozenMember({ topic, brokers }: TestTopic): Promise<FrozenMember> {
  const file = resolve('packages/bus/src/kafka/commit-until-refused.fixture.ts');
  const hooks = resolve('scripts/run-source.mjs');
  const child = spawn(process.execPath, ['--conditions=source', '--import', hooks, file, brokers.join(), topic], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => lines.push(line));
  return {
    process: child,
    async said(line) {
      while (!lines.includes(line)) await once(reader, 'line');
    },
  };
}
