/** The results of a first start: a workspace and its keys, stored in DATA_DIR/credentials.json for the user who started the process, and the owner's sign-in link. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hashToken } from '@footfall/auth';
import { writeDurably } from '@footfall/data-directory';
import { StartError } from '@footfall/errors';
import type { Logger } from '@footfall/process';
import { type Credentials, credentialsFile, credentialsSchema } from '@footfall/schemas';
import type { KeyStore, PeopleStore } from '@footfall/warehouse';

const workspaceName = 'My website';
const keyName = 'first start';
/** The file's permissions: it contains keys in the clear. */
const mode = 0o600;

/** Reads credentials.json, or creates it with a workspace. Throws a StartError if it cannot be parsed or written. */
export async function ensureCredentials(dataDir: string, keyStore: KeyStore): Promise<Credentials> {
  const path = join(dataDir, credentialsFile);
  const known = await readCredentials(path);
  if (known) return known;
  // A start that was killed before it wrote the file has left a workspace: it is reused, with new keys. All others, on a server that has been used before, belong to users.
  const left = (await keyStore.listWorkspaces()).find(({ name }) => name === workspaceName);
  const { workspaceId } = left ?? (await keyStore.createWorkspace({ name: workspaceName }));
  const publicKey = (await keyStore.createKey(workspaceId, { type: 'public', name: keyName })).key;
  const secretKey = (await keyStore.createKey(workspaceId, { type: 'secret', name: keyName })).key;
  const credentials = { workspaceId, publicKey, secretKey };
  await writeCredentials(path, credentials);
  return credentials;
}

const keyNames = ['publicKey', 'secretKey'] as const;

/** True for each key that is accepted; it may have been revoked, rotated or lost with the data, or have expired. */
export type ValidKeys = Readonly<Record<(typeof keyNames)[number], boolean>>;

/** Resolves with undefined if the workspace of the keys was deleted. */
export async function findValidKeys(
  credentials: Credentials,
  keyStore: Pick<KeyStore, 'findOwner' | 'listWorkspaces'>,
): Promise<ValidKeys | undefined> {
  const workspaces = await keyStore.listWorkspaces();
  if (!workspaces.some(({ workspaceId }) => workspaceId === credentials.workspaceId)) return undefined;
  const isValid = async (key: string) => (await keyStore.findOwner(hashToken(key)))?.end === null;
  return { publicKey: await isValid(credentials.publicKey), secretKey: await isValid(credentials.secretKey) };
}

/** Returns a function that is called after each rotation, and writes the new key to credentials.json if the file contains the old one. A failure is only logged, because the user who rotated the key has seen the new one. */
export function keepCredentials(
  dataDir: string,
  keyStore: Pick<KeyStore, 'findOwner'>,
  logger: Logger,
): (keyId: string, newKey: string) => Promise<void> {
  const path = join(dataDir, credentialsFile);
  const replace = async (keyId: string, newKey: string) => {
    const known = await readCredentials(path);
    for (const name of keyNames) {
      if (!known || (await keyStore.findOwner(hashToken(known[name])))?.keyId !== keyId) continue;
      await writeCredentials(path, { ...known, [name]: newKey });
    }
  };
  // In sequence, so that two concurrent rotations both have an effect.
  let last = Promise.resolve();
  return (keyId, newKey) => {
    last = last
      .then(() => replace(keyId, newKey))
      .catch((error: unknown) => {
        // Without its cause, which may quote the file.
        const reason = error instanceof StartError ? error.message : 'the key store does not respond';
        logger.warn({ reason }, `${credentialsFile} may still contain a key that was rotated`);
      });
    return last;
  };
}

/** Returns the token of a new link that creates the first owner; undefined if there is an owner already. */
export async function createOwnerToken(
  people: Pick<PeopleStore, 'listPeople' | 'createLink'>,
): Promise<string | undefined> {
  if ((await people.listPeople()).some(({ isOwner }) => isOwner)) return undefined;
  const { token } = await people.createLink({
    kind: 'owner',
    personId: null,
    email: null,
    name: null,
    role: 'owner',
    workspaceId: null,
    issuedBy: null,
  });
  return token;
}

async function readCredentials(path: string): Promise<Credentials | undefined> {
  try {
    return credentialsSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StartError(`${path} cannot be read: fix it, or move it away to create new keys`, { cause: error });
  }
}

async function writeCredentials(path: string, credentials: Credentials): Promise<void> {
  try {
    await writeDurably(path, `${JSON.stringify(credentials, null, 2)}\n`, mode);
  } catch (error) {
    throw new StartError(`${path} cannot be written`, { cause: error });
  }
}
