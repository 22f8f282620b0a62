/** The product under load, in one process or in several, one of which is ended repeatedly. */
import type { Clients } from '../cluster/clients.ts';
import type { Member } from '../cluster/member.ts';
import type { StoreSettings } from './stored.ts';

export interface Subject {
  /** The process that stores events, as a rig that can end at a given place. */
  readonly writer: Member;
  /** Sends while the suite runs, whatever has ended. */
  readonly load: Clients;
  readonly store: StoreSettings;
}
