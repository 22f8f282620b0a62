/** The owner of the turn that a statement takes where statements wait. */
import type { Statement } from './port.ts';

/** The workspace that an API query is about; '' for the product's own reads. */
export function workspaceOf({ params }: Statement): string {
  return typeof params?.workspaceId === 'string' ? params.workspaceId : '';
}
