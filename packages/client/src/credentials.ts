/** The credentials of a caller: a secret key, a person's session cookie, or the grant of a share's visitor. */
export type Credentials = { key: string } | { workspaceId: string } | { shareGrant: string };
