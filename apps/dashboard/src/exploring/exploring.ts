/** The parts that are opened from a page: one script, loaded when the browser is idle. */
export { FilterEditor } from './filter-editor.tsx';
export { GoalChoice } from './goal-choice.tsx';
export { Keys } from './keys.tsx';
export { Menu } from './menu.tsx';
export { NoGoals } from './no-goals.tsx';
export { NoVisits } from './no-visits.tsx';
export { Notes } from './notes.tsx';
export { Opened } from './opened.tsx';
export { ReadOut } from './read-out.tsx';
export { Ranges } from './ranges.tsx';
export { Workspaces } from './workspaces.tsx';
