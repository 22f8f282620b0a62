/** What is opened from the page of a site: one script, loaded when the browser is idle. */
export { AllRows } from './all-rows.tsx';
export { ChartTable } from './chart-table.tsx';
export { FilterEditor } from './filter-editor.tsx';
