/** The settings of inserts. Exactly-once depends on them, and their defaults differ between versions. */
import { randomUUID } from 'node:crypto';
import { AppError } from '@footfall/errors';

/** The settings of every statement that writes. `deduplicationSettings` overrides the first for inserts of rows; a command inserts every time. */
export const writeSettings = {
  deduplicate_insert: 'disable',
  async_insert: 0,
  deduplicate_blocks_in_dependent_materialized_views: 1,
  materialized_views_ignore_errors: 0,
  // An insert that failed because its rows arrived in over 100 months would fail at every retry.
  max_partitions_per_insert_block: '0',
} as const;

const tokenPattern = /^[\w.:-]{1,200}$/;

/**
 * Returns the settings for the token of an insert. An insert without a token gets a random one: otherwise the engine would compare the
 * contents of the rows or, with deduplication off, keep no record of the insert, from which a lost part is noticed. Throws INTERNAL_ERROR if the
 * token has characters other than letters, digits and `_.:-`.
 */
export function deduplicationSettings(token: string = randomUUID()): Record<string, string> {
  if (!tokenPattern.test(token))
    throw new AppError('INTERNAL_ERROR', 'The token of an insert has characters that are not allowed');
  return { deduplicate_insert: 'enable', insert_deduplication_token: token };
}
