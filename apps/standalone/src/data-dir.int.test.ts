/** The data directory of a running process: removed, replaced, on a full disk, accessible to other users. */
import { chmodSync, cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@footfall/process';
import { describeWithSmallDisk } from '@footfall/test-servers';
import { type Product, startProduct } from './in-process.fixture.ts';
import type { Standalone } from './standalone.ts';

let folder: string;
let dataDir: string;
let log: { level: number; msg: string }[];
let running: Product | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'footfall-data-dir-'));
  dataDir = join(folder, 'data');
  log = [];
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(folder, { recursive: true });
});

async function start(path = dataDir): Promise<Product> {
  const logger = createLogger('test', { write: (line) => void log.push(JSON.parse(line)) });
  running = await startProduct({ DATA_DIR: path }, logger);
  return running;
}

function send({ ingestUrl, credentials }: Standalone): Promise<Response> {
  return fetch(`${ingestUrl}/api/v1/events`, {
    method: 'POST',
    headers: {
      'X-API-Key': credentials.publicKey,
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Content-Type': 'application/json',
    },
    body: '{"type":"$pageview","url":"https://example.com/hello"}',
  });
}

/** Returns the log lines with the reason why nothing is stored. */
function reasonLines(): string[] {
  return log.map(({ msg }) => msg).filter((line) => line.includes('nothing is stored'));
}

async function expectRefusal(product: Standalone, reason: string): Promise<void> {
  for (let count = 0; count < 10; count++) {
    const refused = await send(product);
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: { message: reason } }]);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  }
}

/** Waits until `/readyz` reports these reasons; it caches its result for a moment. */
async function untilNotReady(url: string, reasons: Record<string, string>): Promise<void> {
  for (;;) {
    const ready = await fetch(`${url}/readyz`);
    const { reasons: found = {} } = (await ready.json()) as { reasons?: Record<string, string> };
    if (ready.status === 503 && Object.entries(reasons).every(([name, reason]) => found[name] === reason)) return;
    await pause(50);
  }
}

async function untilReady(url: string): Promise<void> {
  while ((await fetch(`${url}/readyz`)).status !== 200);
}

describe('a data directory that is moved away', () => {
  const moved = () => join(folder, 'moved');
  const reason = 'The data directory was removed or replaced';

  it.each([
    // The engine may create files in it meanwhile.
    ['removed', () => rmSync(dataDir, { recursive: true, maxRetries: 10 })],
    ['moved', () => renameSync(dataDir, moved())],
    [
      'replaced by an empty one',
      () => {
        renameSync(dataDir, moved());
        mkdirSync(dataDir);
      },
    ],
    [
      'replaced by a copy',
      () => {
        renameSync(dataDir, moved());
        // A socket cannot be copied.
        rmSync(join(moved(), 'admin.sock'));
        cpSync(moved(), dataDir, { recursive: true });
      },
    ],
  ])('G11 makes the process refuse events if it is %s, and log the reason once', async (_how, takeAway) => {
    const product = await start();
    expect((await send(product)).status).toBe(202);
    await product.drain();
    takeAway();
    await expectRefusal(product, reason);
    await untilNotReady(product.ingestUrl, { bus: reason, state: reason, warehouse: reason });
    await untilNotReady(product.apiUrl, { warehouse: reason, state: reason });
    expect(reasonLines()).toEqual([
      expect.stringMatching(`^${dataDir}/.* was removed or replaced while it was in use`),
    ]);
  });

  it('G11 is used again once it is moved back', async () => {
    const product = await start();
    renameSync(dataDir, moved());
    await expectRefusal(product, reason);
    renameSync(moved(), dataDir);
    await untilReady(product.ingestUrl);
    expect((await send(product)).status).toBe(202);
  });

  it('G11 makes the API respond with 503', async () => {
    const { apiUrl, credentials } = await start();
    renameSync(dataDir, moved());
    const headers = { 'X-API-Key': credentials.secretKey };
    expect((await fetch(`${apiUrl}/api/v1/analytics/overview`, { headers })).status).toBe(503);
    renameSync(moved(), dataDir);
  });
});

/** The size of the disk, larger than the data of a start plus the space that must stay free. */
const diskBytes = 400 << 20;

describeWithSmallDisk('a data directory on a full disk', diskBytes, (disk) => {
  const reason = 'The disk of the data directory is full';
  const ballast = () => join(disk(), 'ballast');

  afterEach(async () => {
    await running?.stop();
    running = undefined;
  });

  /** Leaves `freeBytes` on the disk. */
  function fill(freeBytes: number): void {
    const { bavail, bsize } = statfsSync(disk());
    writeFileSync(ballast(), Buffer.alloc(bavail * bsize - freeBytes));
  }

  it.each([0, 1 << 20])(
    'G11 makes the process refuse events with %d bytes free, log the reason once, and continue once there is space',
    async (freeBytes) => {
      const product = await start(join(disk(), 'data'));
      expect((await send(product)).status).toBe(202);
      await product.drain();
      fill(freeBytes);
      await expectRefusal(product, reason);
      await untilNotReady(product.ingestUrl, { bus: reason, state: reason, warehouse: reason });
      rmSync(ballast());
      await untilReady(product.ingestUrl);
      expect((await send(product)).status).toBe(202);
      const said = log.filter(({ msg }) => msg.includes('DATA_DIR')).map(({ level, msg }) => [level, msg]);
      expect(said).toEqual([
        [50, 'The disk of DATA_DIR is full: nothing is stored until it has 64 MiB free'],
        [30, 'DATA_DIR can be written again'],
      ]);
    },
  );

  it.each([0, 1 << 20])(
    'G11 prevents a start with %d bytes free, with one line that states the reason',
    async (freeBytes) => {
      mkdirSync(join(disk(), 'data'));
      fill(freeBytes);
      await expect(start(join(disk(), 'data'))).rejects.toMatchObject({
        exitCode: 1,
        message: expect.stringMatching(/^The disk of .* is full: it must have 64 MiB free$/),
      });
    },
  );
});

describe('a data directory that other users can access', () => {
  const warnings = () => log.filter(({ level }) => level === 40).map(({ msg }) => msg);

  it('G21 leads to a warning for each path, with the command that fixes it', async () => {
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o777);
    const first = await start();
    await first.stop();
    const credentials = join(first.dataDir, 'credentials.json');
    chmodSync(credentials, 0o644);
    log = [];
    await start();
    expect(warnings()).toEqual([
      `DATA_DIR ${first.dataDir} can be written by other users (mode 777): chmod go-w '${first.dataDir}'`,
      `The keys in ${credentials} can be read or changed by other users (mode 644): chmod 600 '${credentials}'`,
    ]);
  });

  it('G21 leads to no warning if it is private', async () => {
    await start();
    expect(warnings()).toEqual([]);
  });
});
