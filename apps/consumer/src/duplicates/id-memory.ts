/** The IDs in `events`: one memory for all partitions of this process. */
import { hourMs } from '@footfall/schemas';
import type { Warehouse } from '@footfall/warehouse';
import { type IdHash, SeenIds, unpackHashes } from './seen-ids.ts';

/** The maximum time by which a clock may be set back before IDs must be read again. */
const clockSlackMs = hourMs;

/** One row per hour, with packed hashes: a row per ID would cost seconds and hundreds of megabytes. */
const packedHashes = `base64Encode(arrayStringConcat(groupArray(substring(MD5(concat(workspace_id, '\\0', toString(id))), 1, 8))))`;
const hour = 'toUnixTimestamp(toStartOfHour(received_at))';

/**
 * Since an event is always in the same partition, no other process stores IDs that matter to the partitions of this
 * process: those stored before are read once, and those that it stores are added. When the number of partitions changes,
 * events change partitions, and every ID is read again.
 */
export class IdMemory {
  readonly #warehouse: Pick<Warehouse, 'read'>;
  readonly #seen = new SeenIds();
  /** Every ID received since then is known; epoch milliseconds. */
  #loadedSince = Number.POSITIVE_INFINITY;
  #partitionCount = 0;
  /** The latest read; only one runs at a time. */
  #lastRead: Promise<unknown> = Promise.resolve();

  constructor(warehouse: Pick<Warehouse, 'read'>) {
    this.#warehouse = warehouse;
  }

  /** Reads the IDs that earlier owners of `partition` have stored; from now on this process alone stores its events. */
  take(partition: number, partitionCount: number): Promise<void> {
    return this.#inTurn(async () => {
      if (partitionCount !== this.#partitionCount) this.#loadedSince = Number.POSITIVE_INFINITY;
      this.#partitionCount = partitionCount;
      if (this.#loadedSince !== Number.POSITIVE_INFINITY) await this.#read(this.#completeSince, partition);
    });
  }

  /** Resolves once all IDs are known that were received since `sinceMs` and stored before their partition was assigned. */
  async load(sinceMs: number): Promise<void> {
    while (sinceMs < this.#completeSince) {
      await this.#inTurn(async () => {
        if (sinceMs >= this.#completeSince) return;
        const from = sinceMs - clockSlackMs;
        // The memory is incomplete until the read has finished. IDs that are forgotten meanwhile set `keptSince` again.
        this.#loadedSince = Number.POSITIVE_INFINITY;
        this.#seen.keptSince = 0;
        await this.#read(from);
        this.#loadedSince = from;
      });
    }
  }

  has(hash: IdHash): boolean {
    return this.#seen.has(hash);
  }

  add(hash: IdHash, receivedAtMs: number): void {
    this.#seen.add(hash, receivedAtMs);
  }

  get #completeSince(): number {
    return Math.max(this.#loadedSince, this.#seen.keptSince);
  }

  #inTurn(read: () => Promise<void>): Promise<void> {
    const done = this.#lastRead.then(read);
    this.#lastRead = done.catch(() => {});
    return done;
  }

  /** Adds the IDs received since `fromMs`, in all partitions or in one of them, with any topic ID. */
  async #read(fromMs: number, partition?: number): Promise<void> {
    const ofPartition = partition === undefined ? '' : 'AND partition = {partition:UInt16}';
    const params = { from: fromMs, ...(partition !== undefined && { partition }) };
    const hours = await this.#warehouse.read<{ hour_s: number }>({
      // One hour at a time, because all IDs of a day can exceed the limit of one read. The newest first: it decides which are too old to keep.
      sql: `SELECT DISTINCT ${hour} AS hour_s FROM events
            WHERE received_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') ${ofPartition} ORDER BY hour_s DESC`,
      params,
    });
    for (const { hour_s: hourS } of hours) {
      const [packed] = await this.#warehouse.read<{ hashes: string }>({
        sql: `SELECT ${packedHashes} AS hashes FROM events
              WHERE received_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND ${hour} = {hour:UInt32} ${ofPartition}`,
        params: { ...params, from: hourS * 1000, hour: hourS },
      });
      for (const hash of unpackHashes(Buffer.from(packed?.hashes ?? '', 'base64'))) this.#seen.add(hash, hourS * 1000);
    }
  }
}
