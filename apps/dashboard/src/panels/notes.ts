/** What people have noted on days of a workspace. */
import type { Access } from '../questions/api.ts';
import { adminQuestion, type Question } from '../questions/question.ts';
import type { Annotation } from '../questions/resources.ts';

export const notesPath = (workspaceId: string) => `/workspaces/${workspaceId}/annotations`;

/** Undefined for the visitors of a share: notes are not for them. */
export function notesQuestion(access: Access): Question<readonly Annotation[]> | undefined {
  return 'workspaceId' in access ? adminQuestion(notesPath(access.workspaceId)) : undefined;
}
