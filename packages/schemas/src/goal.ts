/** Goals: what a workspace wants its visitors to do. */
import type { Props } from './props.ts';

export interface Goal {
  goalId: string;
  workspaceId: string;
  name: string;
  /** The type of the events that reach it; either this or `path`. */
  type?: string;
  /** A pattern of paths, pageviews of which reach it: `*` stands for any text. */
  path?: string;
  /** Only events with these properties reach it. */
  props?: Props;
  /** The property that has the value of an event. */
  valueProp?: string;
}
