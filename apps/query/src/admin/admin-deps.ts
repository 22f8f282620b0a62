/** The dependencies of the admin API. */
import type { ClientAddress, RequestOrigin } from '@footfall/http';
import type { Logger } from '@footfall/process';
import type { Limits, State } from '@footfall/state';
import type { Stores, Warehouse } from '@footfall/warehouse';
import type { QuerySettings } from '../config.ts';

/** The dependencies of every app with an admin API. */
export interface AdminAppDeps extends Stores {
  settings: Pick<QuerySettings, 'TRUST_PROXY'>;
  warehouse: Pick<Warehouse, 'read' | 'insert'>;
  state: Pick<State, 'announceChange' | 'limits' | 'reports'>;
  /** The URL to send events to; shown on the dashboard. */
  ingestUrl: string;
  /** Called after each rotation with the ID of the old key and the new key; set if this process has stored keys in plain text. */
  onKeyRotated?: (keyId: string, newKey: string) => Promise<void>;
  logger: Logger;
  /** Epoch milliseconds. */
  now: () => number;
}

export interface AdminDeps extends AdminAppDeps {
  limits: Limits;
  clientAddress: ClientAddress;
  requestOrigin: RequestOrigin;
  /** The token that callers may send; people with a session need none. If undefined, there is none. */
  adminToken?: string | undefined;
}
