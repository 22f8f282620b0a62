/** The routes of the admin API, and the callers that each allows. Checked in one place, `guard.ts`. */
import type { Route } from './route.ts';
import { createAnnotation, listAnnotations, removeAnnotation } from './routes/annotations.ts';
import { createGoal, listGoals, removeGoal } from './routes/goals.ts';
import { showIntake } from './routes/intake.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './routes/keys.ts';
import { changeMe, endSession, endSessions, listSessions, showMe, signOut } from './routes/me.ts';
import { changeRole, invite, listInvitations, listPeople, removePerson, revokeInvitation } from './routes/people.ts';
import { rebuildRollups, showRollups } from './routes/rollups.ts';
import { createShare, listShares, openShare, revokeShare } from './routes/shares.ts';
import { createLink, showLink, signIn } from './routes/sign-in.ts';
import {
  changeWorkspace,
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
  showWorkspace,
} from './routes/workspaces.ts';

/** The kind of thing that an ID in the path identifies. The role is required in the workspace that it belongs to. */
export type Subject = 'workspace' | 'key' | 'share' | 'annotation' | 'invitation';

/** The holder of the admin token and the user of the socket have the rights of an owner. */
export type Access =
  /** No sign-in required. */
  | 'public'
  /** A person, about themselves. */
  | 'person'
  /** Every person; the response contains only the data that they may read. */
  | 'signedIn'
  | 'owner'
  /**
   * A person with a role in the workspace of a subject, or in the one that the body names (only an owner may omit it). With
   * `any`, a role in any workspace is enough, and the response is limited to those workspaces.
   */
  | { role: 'admin' | 'viewer'; subject: Subject | 'body' | 'any' };

const viewerOfWorkspace: Access = { role: 'viewer', subject: 'workspace' };
const adminOf = (subject: Subject | 'body' | 'any'): Access => ({ role: 'admin', subject });

/** In the order of the API's documentation. */
export const routes: readonly (readonly [Route, Access])[] = [
  [signIn, 'public'],
  [showLink, 'public'],
  [openShare, 'public'],

  [showMe, 'person'],
  [changeMe, 'person'],
  [signOut, 'person'],
  [listSessions, 'person'],
  [endSessions, 'person'],
  [endSession, 'person'],

  [createLink, 'owner'],
  [listPeople, adminOf('any')],
  [changeRole, adminOf('body')],
  [removePerson, 'owner'],
  [listInvitations, adminOf('any')],
  [invite, adminOf('body')],
  [revokeInvitation, adminOf('invitation')],

  [listWorkspaces, 'signedIn'],
  [createWorkspace, 'owner'],
  [showWorkspace, viewerOfWorkspace],
  [showIntake, viewerOfWorkspace],
  [changeWorkspace, adminOf('workspace')],
  [deleteWorkspace, 'owner'],
  [listKeys, adminOf('workspace')],
  [createKey, adminOf('workspace')],
  [rotateKey, adminOf('key')],
  [revokeKey, adminOf('key')],
  [listShares, adminOf('workspace')],
  [createShare, adminOf('workspace')],
  [revokeShare, adminOf('share')],
  [listGoals, viewerOfWorkspace],
  [createGoal, adminOf('workspace')],
  [removeGoal, adminOf('workspace')],
  [listAnnotations, viewerOfWorkspace],
  [createAnnotation, adminOf('workspace')],
  [removeAnnotation, adminOf('annotation')],

  [showRollups, 'owner'],
  [rebuildRollups, 'owner'],
];
