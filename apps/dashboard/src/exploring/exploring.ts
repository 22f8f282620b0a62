/** What is opened from the page of a site: one script, loaded when the browser is idle. */
export { FilterEditor } from './filter-editor.tsx';
export { Keys } from './keys.tsx';
export { Notes } from './notes.tsx';
export { Opened } from './opened.tsx';
export { Ranges } from './ranges.tsx';
