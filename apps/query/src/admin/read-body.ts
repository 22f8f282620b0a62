/** Parses the bodies of the admin API. Errors name the field. */
import { AppError } from '@footfall/errors';
import type { Request } from 'express';
import type { z } from 'zod';

/** Returns the body of `request`, parsed with `schema`; no body counts as an empty one. Throws BAD_REQUEST that names the field, or UNSUPPORTED_MEDIA_TYPE for anything but JSON. */
export function readBody<Schema extends z.ZodType>(schema: Schema, request: Request): z.output<Schema> {
  const body: unknown = request.body;
  if (body === undefined && hasBody(request)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON: Content-Type: application/json');
  }
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  // A value of a wrong type can also be of a wrong length, which is the same rule.
  throw new AppError('BAD_REQUEST', [...new Set(parsed.error.issues.map(describeIssue))].join('; '));
}

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: unknown field`;
  const field = issue.path.map(String).join('.');
  if (field !== '') return `${field} ${issue.message}`;
  return `The body ${issue.code === 'invalid_type' ? 'must be a JSON object' : issue.message}`;
}
