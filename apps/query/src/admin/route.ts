/** A route of the admin API as its handler sees it. */
import type { Request, Response } from 'express';
import type { RouteName } from './access.ts';
import type { Actor } from './actor.ts';

interface Call {
  request: Request;
  response: Response;
  /** One of those whom the table in `access.ts` admits. */
  actor: Actor;
  /** An ID in the path; empty if the route has none of that name. */
  id: (name: string) => string;
}

interface Outcome {
  /** 200 if there is none. */
  status?: number;
  data: unknown;
  /** Who it was, if that is known only now. */
  personId?: string;
}

type Handler = (call: Call) => Promise<Outcome>;

/** The handlers of some routes, all of which they must handle. */
export type Handlers<Name extends RouteName> = Readonly<Record<Name, Handler>>;
