/** A process that publishes until a commit fails on the given small disk, frees space, publishes once more, and prints as JSON which records were acknowledged, which were refused and which are in the log. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@footfall/errors';
import { openLmdbDirectory } from '@footfall/data-directory';
import { openEmbeddedBus } from '../embedded.ts';
import { embeddedBusLimits } from './limits.ts';
import type { BusRecord } from '../port.ts';

const [, , disk = ''] = process.argv;
const ballast = join(disk, 'ballast');
const directory = await openLmdbDirectory(join(disk, 'bus'), { freeBytesMin: 0 });
const bus = openEmbeddedBus(directory, embeddedBusLimits);
const acknowledged: string[] = [];

async function publish(text: string): Promise<void> {
  await bus.publish('events', [{ key: 'k', value: Buffer.from(text.padEnd(100_000)) }]);
  acknowledged.push(text);
}

async function fill(): Promise<AppError | undefined> {
  try {
    for (let number = 0; number < 40; number += 1) await publish(`record ${number}`);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

writeFileSync(ballast, Buffer.alloc(1_500_000));
const refusal = await fill();
rmSync(ballast);
await publish('after');
await bus.ping();
const records = await new Promise<BusRecord[]>((resolve, reject) => {
  bus
    .consume(async (assignment) =>
      resolve(await assignment.read(0, { recordsMax: 100, bytesMax: 100_000_000, waitMs: 1_000 })),
    )
    .catch(reject);
});
await bus.close();
await directory.close();
const stored = records.map(({ value }) => Buffer.from(value).toString().trim());
const { code, retryAfterSeconds } = refusal ?? {};
process.stdout.write(JSON.stringify({ refusal: { code, retryAfterSeconds }, acknowledged, stored }));
