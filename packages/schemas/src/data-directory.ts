/** The files of DATA_DIR that the standalone process writes and the command line reads. */
import { z } from 'zod';
import { apiKeyPrefixes } from './api-key.ts';

/** The Unix socket of the admin API and of jobs. */
export const adminSocketFile = 'admin.sock';
/** The first workspace and its keys, as JSON. */
export const credentialsFile = 'credentials.json';

export const credentialsSchema = z.strictObject({
  workspaceId: z.string().min(1),
  publicKey: z.string().startsWith(apiKeyPrefixes.public),
  secretKey: z.string().startsWith(apiKeyPrefixes.secret),
});
export type Credentials = z.output<typeof credentialsSchema>;
