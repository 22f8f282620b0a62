/** A new workspace whose keys cannot be created: no command would name it. */
import type { z } from 'zod';
import type { AdminClient } from '../clients/admin-client.ts';
import { CommandError } from '../terminal/command-error.ts';
import { createTenant } from './new-tenant.ts';
import { issuedKey, workspaceId, workspaceNamed } from './responses.fixture.ts';

const workspace = workspaceNamed('Shop');
const issued = issuedKey('public', 'pk_live_x');

/** Returns a client that creates no secret key, and the calls that it has received. */
function clientWithoutSecretKeys(deleteWorkspace: () => unknown) {
  const calls: string[] = [];
  const admin: AdminClient = {
    async call<Data>(method: string, path: string, data: z.ZodType<Data>, body?: object) {
      calls.push(`${method} ${path}`);
      if (Object(body).type === 'secret') throw new CommandError('the store took too long (UNAVAILABLE)');
      if (method === 'DELETE') return data.parse(deleteWorkspace());
      return data.parse(path.endsWith('/keys') ? issued : workspace);
    },
  };
  return { admin, calls };
}

it('is deleted', async () => {
  const { admin, calls } = clientWithoutSecretKeys(() => ({}));
  await expect(createTenant(admin, { name: 'Shop' }, 'first keys')).rejects.toEqual(
    new CommandError('the store took too long (UNAVAILABLE)'),
  );
  expect(calls.at(-1)).toBe(`DELETE /workspaces/${workspaceId}`);
});

it('is named if it cannot be deleted', async () => {
  const { admin } = clientWithoutSecretKeys(() => {
    throw new CommandError('no response');
  });
  await expect(createTenant(admin, { name: 'Shop' }, 'first keys')).rejects.toEqual(
    new CommandError(`the store took too long (UNAVAILABLE); the workspace ${workspaceId} could not be deleted`),
  );
});
