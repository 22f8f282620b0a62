/** The admin API: an operation for each route of `access.ts`. */
import type { RouteConfig } from '@asteasolutions/zod-to-openapi';
import { always } from '@footfall/schemas';
import { z } from 'zod';
import { type Access, routes } from '../admin/access.ts';
import { adminFaultResponses, text } from './responses.ts';

const security = [{ adminToken: [] }, { session: [], csrfToken: [] }];

export function adminOperations(): RouteConfig[] {
  return routes.map(([{ id, summary, method, path, header, body, data, status = 200 }, access]) => ({
    method,
    path: `/admin/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`,
    operationId: id,
    summary,
    description: callers(access),
    tags: ['administration'],
    security: access === 'public' ? [] : security,
    parameters: [
      ...Array.from(path.matchAll(/:(\w+)/g), ([, param = '']) => parameter('path', param, idOf(param))),
      ...(header ? [parameter('header', header.name, header.description)] : []),
    ],
    ...(body && { request: { body: { required: true, content: { 'application/json': { schema: body } } } } }),
    responses: {
      [status]: { description: summary, content: { 'application/json': { schema: resultOf(data) } } },
      ...adminFaultResponses(),
    },
  }));
}

function parameter(place: 'path' | 'header', name: string, description: string) {
  return { name, in: place, required: true, description, schema: text };
}

/** `workspaceId` becomes `The workspace.`. */
function idOf(param: string): string {
  return `The ${param.replace('Id', '')}.`;
}

/** Returns the body of a successful response, under the name of its data. */
function resultOf(data: z.ZodType) {
  const response = z.strictObject({
    success: always,
    data: data.describe('The result.'),
  });
  return response.meta({ id: `${data.meta()?.id}Result` });
}

function callers(access: Access): string {
  if (access === 'public') return 'No sign-in required.';
  if (access === 'person') return 'For the signed-in person.';
  if (access === 'signedIn') return 'For every signed-in person; the response contains only what they may read.';
  if (access === 'owner') return 'For owners and the holder of the admin token.';
  if (access.role === 'viewer') return 'For everyone who may read the workspace.';
  return 'For admins of the workspace, owners and the holder of the admin token.';
}
