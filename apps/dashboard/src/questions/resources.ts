/** The resources of the admin API, as far as this page uses them. */

/** A role in a workspace; an owner is one everywhere. */
type Role = 'owner' | 'admin' | 'viewer';

interface Person {
  personId: string;
  email: string | null;
  name: string;
  role: 'owner' | 'member';
  hasPassword: boolean;
}

export interface Me {
  person: Person;
  csrfToken: string;
  workspaces: readonly MyWorkspace[];
  instance: { version: string; ingestUrl: string };
}

export interface MyWorkspace {
  workspaceId: string;
  name: string;
  domain: string | null;
  timezone: string | null;
  role: Role;
}

export interface Workspace extends Omit<MyWorkspace, 'role'> {
  allowedOrigins: readonly string[];
}

export interface Key {
  keyId: string;
  type: 'public' | 'secret';
  name: string;
  lastFour: string;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
}

export interface ListedPerson extends Person {
  workspaces: readonly { workspaceId: string; role: 'admin' | 'viewer' }[];
  lastUsedAt: string | null;
}

export interface Invitation {
  invitationId: string;
  email: string;
  role: Role;
  workspaceId: string | null;
  expiresAt: string;
}

export interface Share {
  shareId: string;
  name: string;
  hasPassword: boolean;
  /** Its fixed filters, as the API writes them. */
  filters: readonly string[];
  expiresAt: string | null;
  url: string;
}

export interface Goal {
  goalId: string;
  name: string;
  type?: string;
  path?: string;
  props?: Readonly<Record<string, string | number | boolean>>;
  valueProp?: string;
}

export interface Annotation {
  annotationId: string;
  /** `YYYY-MM-DD` */
  date: string;
  text: string;
}

export interface Session {
  sessionId: string;
  current: boolean;
  client: string;
  lastUsedAt: string;
}

/** The purpose of a sign-in link. */
export interface SignInLink {
  kind: 'owner' | 'invitation' | 'sign-in';
  email: string | null;
  name: string | null;
  workspaceName: string | null;
}

export interface ShareVisit {
  workspace: { workspaceId: string; name: string; timezone: string | null };
  grant: string;
  /** The filters that its visitors cannot remove. */
  filters: readonly string[];
}

/** The events of a workspace that ingest has accepted and refused in the last minutes. */
export interface Intake {
  minutes: number;
  accepted: number;
  refused: readonly {
    code: string;
    message: string;
    help: string | null;
    count: number;
    lastAt: string;
    origin: string | null;
  }[];
  last: { at: string; type: string; path: string; country: string } | null;
  /** Advice if nothing has arrived. */
  help: string | null;
}
