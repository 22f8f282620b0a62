/** Runs another benchmark in a process of its own, and reads what it prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Names of servers in the environment: without them the embedded drivers run. */
const servers = ['CLICKHOUSE_URL', 'CLICKHOUSE_DATABASE', 'KAFKA_BROKERS', 'REDIS_URL'];

/** What the script prints; `path` is relative to bench/. Rejects when it fails; what it says about that has been shown. */
export async function outputOf(
  path: string,
  args: readonly string[],
  { isEmbedded }: { isEmbedded: boolean },
): Promise<string> {
  const environment = Object.entries(process.env).filter(([name]) => !isEmbedded || !servers.includes(name));
  const script = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: Object.fromEntries(environment),
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  if (child.exitCode !== 0) throw new Error(`${path} ended with ${child.exitCode}`);
  return output;
}

/** The number under a name in JSON text of an object. Throws when there is none. */
export function numberIn(json: string, name: string): number {
  const value: unknown = JSON.parse(json);
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof found !== 'number' || !Number.isFinite(found)) throw new Error(`There is no number ${name}`);
  return found;
}
