/** `footfall keys …`: creates, lists, rotates and revokes API keys. */
import { type ApiKey, apiKeySchema, graceSecondsMax, issuedKeySchema, keyTypes } from '@footfall/schemas';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import type { AdminClient } from '../clients/admin-client.ts';
import { integerFrom } from '../terminal/integer.ts';
import { print, renderTable } from '../terminal/table.ts';

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Adds the commands below `parent`; `admin` is called once one of them runs. */
export function addKeyCommands(parent: Command, admin: () => AdminClient): void {
  const keys = parent.command('keys').description('create, list, rotate and revoke API keys');

  keys
    .command('create <workspaceId>')
    .description('create a key, which is shown only once')
    .addOption(
      new Option('--type <type>', 'public: sends events from pages; secret: also reads, for servers only')
        .choices(keyTypes)
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'a name that shows the purpose of the key')
    .option(
      '--expires-at <time>',
      'when the key expires, such as 2027-01-01T00:00:00Z; a date stands for its start in UTC',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExample:\n  footfall keys create ws_0123456789abcdefghij --type secret --name "nightly import"',
    )
    .action(async (id: string, options: { type: string; name?: string; expiresAt?: string; json?: true }) => {
      const { json, ...input } = options;
      const body = { ...input, expiresAt: input.expiresAt?.replace(datePattern, '$&T00:00:00Z') };
      const path = `/workspaces/${encodeURIComponent(id)}/keys`;
      print(await admin().call('POST', path, issuedKeySchema.loose(), body), json, renderIssued);
    });

  keys
    .command('list <workspaceId>')
    .description('list the keys of a workspace, with the last four characters of each')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { json?: true }) => {
      const path = `/workspaces/${encodeURIComponent(id)}/keys`;
      print(await admin().call('GET', path, z.array(apiKeySchema.loose())), options.json, renderKeys);
    });

  keys
    .command('rotate <keyId>')
    .description('replace a key with a new one of the same type, name and expiry')
    .option('--grace <seconds>', 'how long the old key continues to work', integerFrom(0, graceSecondsMax), 0)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample:\n  footfall keys rotate key_0123456789abcdefghij --grace 3600')
    .action(async (id: string, options: { grace: number; json?: true }) => {
      const path = `/keys/${encodeURIComponent(id)}/rotate`;
      print(
        await admin().call('POST', path, issuedKeySchema.loose(), { graceSeconds: options.grace }),
        options.json,
        renderIssued,
      );
    });

  keys
    .command('revoke <keyId>')
    .description('revoke a key immediately')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { json?: true }) => {
      const revoked = await admin().call('DELETE', `/keys/${encodeURIComponent(id)}`, z.unknown());
      print(revoked, options.json, () => `${id} is revoked`);
    });
}

function renderIssued(issued: z.output<typeof issuedKeySchema>): string {
  return `${renderTable(
    ['key', 'type', 'name', 'expires', 'id'],
    [[issued.key, issued.type, issued.name, issued.expiresAt ?? 'never', issued.keyId]],
  )}\n\nStore it now: Footfall keeps only a hash, and cannot show it again.`;
}

function renderKeys(keys: readonly ApiKey[]): string {
  return renderTable(
    ['id', 'type', 'name', 'key', 'created', 'last used', 'state'],
    keys.map((key) => [
      key.keyId,
      key.type,
      key.name,
      `…${key.lastFour}`,
      key.createdAt,
      key.lastUsedAt ?? 'never',
      state(key),
    ]),
  );
}

function state(key: ApiKey): string {
  if (key.revokedAt !== null) return `revoked ${key.revokedAt}`;
  if (key.expiresAt === null) return 'active';
  return `${Date.parse(key.expiresAt) <= Date.now() ? 'expired' : 'expires'} ${key.expiresAt}`;
}
