/** GoatCounter in a separate process, from its executable: on SQLite, with one public site, without limits on requests. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, until } from '@footfall/test-servers';

export interface GoatCounter {
  port: number;
  /** The host by which GoatCounter identifies the site. */
  host: string;
  /** A token for the API that accepts pageviews. */
  token: string;
  dataDir: string;
  pid: number;
  /** Stops it, and removes its data. */
  stop: () => Promise<void>;
}

const host = 'stats.example.com';
const unlimited = ['count', 'api', 'api-count'].map((name) => `${name}:1000000/1`).join(',');

/** Resolves once it responds. */
export async function startGoatCounter(program: string): Promise<GoatCounter> {
  const dataDir = mkdtempSync(join(tmpdir(), 'goatcounter-bench-'));
  const at = ['-db', `sqlite+${join(dataDir, 'db.sqlite3')}`];
  const run = (...args: string[]) => execFileSync(program, args, { encoding: 'utf8', stdio: 'pipe' });
  const owner = ['-user.email', 'owner@example.com', '-user.password', 'of the benchmark'];
  run('db', 'create', 'site', ...at, '-createdb', '-vhost', host, ...owner);
  run('db', 'create', 'apitoken', ...at, '-name', 'benchmark', '-user', '1', '-perm', 'count');
  run('db', 'query', ...at, "UPDATE sites SET settings = json_set(settings, '$.public', 'public')");
  const token = /\w{40,}/.exec(run('db', 'query', ...at, 'SELECT token FROM api_tokens'))?.[0] ?? '';
  const port = await freePort();
  const child = spawn(program, ['serve', ...at, '-listen', `127.0.0.1:${port}`, '-ratelimit', unlimited], {
    stdio: 'ignore',
  });
  await until(() =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    ),
  );
  return {
    port,
    host,
    token,
    dataDir,
    pid: child.pid ?? 0,
    async stop() {
      child.kill();
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true });
    },
  };
}
