/** A route of the admin API as its handler sees it. */
import type { Request, Response } from 'express';
import type { RouteName } from './access.ts';
import type { Actor } from './actor.ts';

export interface Call {
  request: Request;
  response: Response;
  /** A caller that the table in `access.ts` allows. */
  actor: Actor;
  /** Returns an ID in the path; empty if the route has none of that name. */
  id: (name: string) => string;
}

interface Outcome {
  /** 200 if undefined. */
  status?: number;
  data: unknown;
  /** The person, if known only after the request was handled. */
  personId?: string;
}

type Handler = (call: Call) => Promise<Outcome>;

/** The handler of every route; each file of `routes/` has some of them. */
export type Handlers = Readonly<Record<RouteName, Handler>>;
