/** Which ids are in `events`: one memory for all partitions of this process. */
import type { Warehouse } from '@footfall/warehouse';
import { type IdHash, SeenIds, unpackHashes } from './seen-ids.ts';

const hourMs = 3_600_000;
/** How far a clock may be set back before ids must be read again. */
const clockSlackMs = hourMs;

/** One row an hour, its hashes packed: a row an id would cost seconds and hundreds of megabytes. */
const packedHashes = `base64Encode(arrayStringConcat(groupArray(substring(MD5(concat(workspace_id, '\\0', toString(id))), 1, 8))))`;
const hour = 'toUnixTimestamp(toStartOfHour(received_at))';

/**
 * Since an event always comes in the same partition, nobody else stores ids that matter to the partitions of this
 * process: those stored before are read once, those that it stores are added. When the number of partitions changes,
 * events change partitions, and every id is read again.
 */
export class IdMemory {
  readonly #warehouse: Pick<Warehouse, 'read'>;
  readonly #seen = new SeenIds();
  /** Every id received since then is known; epoch milliseconds. */
  #loadedSince = Number.POSITIVE_INFINITY;
  #partitionCount = 0;
  /** One read at a time. */
  #lastRead: Promise<unknown> = Promise.resolve();

  constructor(warehouse: Pick<Warehouse, 'read'>) {
    this.#warehouse = warehouse;
  }

  /** Reads what earlier owners of `partition` have stored; from now on this process alone stores its events. */
  take(partition: number, partitionCount: number): Promise<void> {
    return this.#inTurn(async () => {
      if (partitionCount !== this.#partitionCount) this.#loadedSince = Number.POSITIVE_INFINITY;
      this.#partitionCount = partitionCount;
      if (this.#loadedSince !== Number.POSITIVE_INFINITY) await this.#read(this.#completeSince, partition);
    });
  }

  /** Resolves once every id is known that was received since `sinceMs` and stored when its partition was taken. */
  async load(sinceMs: number): Promise<void> {
    while (sinceMs < this.#completeSince) {
      await this.#inTurn(async () => {
        if (sinceMs >= this.#completeSince) return;
        const from = sinceMs - clockSlackMs;
        // Until it is done nothing is complete, and what is forgotten meanwhile counts.
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

  /** Adds the ids received since `fromMs`, in all partitions or in one of them, whatever topic ID they have. */
  async #read(fromMs: number, partition?: number): Promise<void> {
    const ofPartition = partition === undefined ? '' : 'AND partition = {partition:UInt16}';
    const params = { from: fromMs, ...(partition !== undefined && { partition }) };
    const hours = await this.#warehouse.read<{ hour_s: number }>({
      // An hour at a time: all ids of a day can be more than one read may take. The newest first: it decides what is too old to keep.
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
