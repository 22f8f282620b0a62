/** Who is calling: the holder of a secret key, a person with a session cookie, or a visitor of a share. */
export type Credentials = { key: string } | { workspaceId: string } | { shareGrant: string };
