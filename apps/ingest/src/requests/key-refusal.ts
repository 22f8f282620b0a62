/** The refusal of a request because of its key, or of the page that sent it. The response hides most reasons; the report to the workspace states them. */
import { AppError } from '@footfall/errors';

/** Reasons that have the same response, so that a caller cannot find out which keys exist. */
const unknownCallers = {
  NO_KEY: 'The request contains no key',
  CONFLICTING_KEYS: 'The request contains two different keys',
  UNKNOWN_KEY: 'No workspace has the key',
  EXPIRED_KEY: 'The key has expired',
  REVOKED_KEY: 'The key was revoked',
} as const;

/** Reasons that the response states. */
const forbidden = {
  SECRET_KEY_IN_PAGE: 'A secret key must not be used in a page: revoke it, and use a public key',
  SECRET_KEY_IN_OPEN: 'A secret key must be sent in a header; only a public key may be sent in the URL or the body',
  ORIGIN_NOT_ALLOWED: "The page's origin is not one of the key's allowed origins",
} as const;

const keyRequired =
  'A valid API key is required: Authorization: Bearer <key>, or X-API-Key; a public key may also be sent as ?key= in the URL, or as key next to events in the body';

export type KeyProblem = keyof typeof unknownCallers | keyof typeof forbidden;

/** The clues to the workspace that a refused request belongs to. */
interface Clues {
  workspaceId?: string;
  keyHash?: string;
  /** The origin that is not allowed. */
  origin?: string;
}

export class KeyRefusal extends AppError {
  readonly problem: KeyProblem;
  readonly clues: Clues;

  constructor(problem: KeyProblem, clues: Clues = {}) {
    if (isForbidden(problem)) super('FORBIDDEN', forbidden[problem]);
    else super('UNAUTHORIZED', keyRequired);
    this.problem = problem;
    this.clues = clues;
  }
}

/** Returns the reason for the report to the workspace. */
export function reasonOf(problem: KeyProblem): string {
  return isForbidden(problem) ? forbidden[problem] : unknownCallers[problem];
}

function isForbidden(problem: KeyProblem): problem is keyof typeof forbidden {
  return problem in forbidden;
}
