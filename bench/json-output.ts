/** Runs another benchmark in a separate process, and parses its output. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** Variables that name servers: without them the embedded drivers run. */
const servers = ['CLICKHOUSE_URL', 'CLICKHOUSE_DATABASE', 'KAFKA_BROKERS', 'REDIS_URL'];

/** Resolves with the output of the script; `path` is relative to bench/. Rejects if it fails; its error output has been shown. */
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

/** Returns the number under a name in the JSON text of an object. Throws if there is none. */
export function numberIn(json: string, name: string): number {
  const value: unknown = JSON.parse(json);
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  if (typeof found !== 'number' || !Number.isFinite(found)) throw new Error(`There is no number ${name}`);
  return found;
}
