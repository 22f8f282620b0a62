/** The settings of an insert. Their defaults differ from version to version, and exactly-once rests on them. */
import { randomUUID } from 'node:crypto';
import { AppError } from '@footfall/errors';

export const insertSettings = {
  async_insert: 0,
  insert_deduplicate: 1,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  materialized_views_ignore_errors: 0,
  // An insert that failed because its rows arrived in over 100 months would fail at every retry.
  max_partitions_per_insert_block: '0',
} as const;

const tokenPattern = /^[\w.:-]{1,200}$/;

/**
 * The token of an insert. One without a token gets a random one: the engine would otherwise compare the contents of the rows,
 * or, told to compare nothing, leave no record of the insert by which a part that is lost later is missed. Throws for
 * a token that could be taken for something else.
 */
export function deduplicationSettings(token: string = randomUUID()): Record<string, string> {
  if (!tokenPattern.test(token))
    throw new AppError('INTERNAL_ERROR', 'An insert has a token with characters it may not have');
  return { deduplicate_insert: 'enable', insert_deduplication_token: token };
}
