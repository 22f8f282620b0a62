/** The owner of a statement: waiting owners take turns. */
import type { Statement } from './port.ts';

/** Returns the workspace of an API query; '' for reads of the product itself. */
export function turnOwnerOf({ params }: Statement): string {
  return typeof params?.workspaceId === 'string' ? params.workspaceId : '';
}
