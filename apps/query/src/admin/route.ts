/** A route of the admin API as a value: the router and the API's documentation are derived from it. */
import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Actor } from './actor.ts';
import type { AdminDeps } from './admin-deps.ts';

/** The names of the IDs in a path: `keyId` of `/keys/:keyId/rotate`. */
type ParamOf<Path extends string> = Path extends `${string}/:${infer Param}/${infer Rest}`
  ? Param | ParamOf<`/${Rest}`>
  : Path extends `${string}/:${infer Param}`
    ? Param
    : never;

interface Call<Path extends string, Body> {
  request: Request;
  response: Response;
  /** A caller that the route allows. */
  actor: Actor;
  /** The IDs in the path. */
  params: Readonly<Record<ParamOf<Path>, string>>;
  body: Body;
}

/** Data that may be shared, such as a list in a cache. */
type Unchanging<Data> = Data extends object ? { readonly [Key in keyof Data]: Unchanging<Data[Key]> } : Data;

export interface Route<
  Path extends string = string,
  Body extends z.ZodType = z.ZodType,
  Data extends z.ZodType = z.ZodType,
> {
  /** The name of the method in a generated client. */
  id: string;
  /** One sentence for the API's documentation. */
  summary: string;
  method: 'get' | 'post' | 'patch' | 'delete';
  /** The part of the path after `/admin/v1`. */
  path: Path;
  /** A header that the request must have. */
  header?: { name: string; description: string };
  /** True if a request is an attempt to sign in: each counts towards the limit of its address, whatever its body contains. */
  isSignInAttempt?: true;
  /** The schema of the request's body, with its name as `id`. */
  body?: Body;
  /** The schema of the response's `data`, with its name as `id`. */
  data: Data;
  /** The status of a successful response; 200 if undefined. */
  status?: 201 | 202;
  handle(deps: AdminDeps, call: Call<Path, z.output<Body>>): Promise<Unchanging<NoInfer<z.input<Data>>>>;
}

/** Declares a route, with the types of its parts inferred. */
export function defineRoute<const Path extends string, Body extends z.ZodType, Data extends z.ZodType>(
  route: Route<Path, Body, Data>,
): Route<Path, Body, Data> {
  return route;
}

/** Returns the name of a route in the log, such as `DELETE /keys/:keyId`. */
export function nameOf({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method.toUpperCase()} ${path}`;
}
