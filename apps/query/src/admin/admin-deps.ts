/** The dependencies of the admin API. */
import type { Authenticator, KeyStore, PeopleStore, SessionKeeper } from '@footfall/auth';
import type { ClientAddress, RequestOrigin } from '@footfall/http';
import type { Logger } from '@footfall/process';
import type { Limits, State } from '@footfall/state';
import type { AnnotationStore, GoalStore, Warehouse } from '@footfall/warehouse';

export interface AdminDeps {
  warehouse: Pick<Warehouse, 'read' | 'insert'>;
  keyStore: KeyStore;
  authenticator: Authenticator;
  people: PeopleStore;
  sessions: SessionKeeper;
  goals: GoalStore;
  annotations: AnnotationStore;
  state: Pick<State, 'announceKeyChange' | 'reports'>;
  limits: Limits;
  clientAddress: ClientAddress;
  requestOrigin: RequestOrigin;
  /** The token that callers may send; if undefined, there is none. */
  adminToken?: string | undefined;
  /** The URL to send events to. */
  ingestUrl: string;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}
