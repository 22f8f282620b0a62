/** Starts the page. */
import { render } from 'preact';
import { later } from './controls/later.tsx';
import { App } from './pages/app.tsx';
import { administration } from './pages/scripts.ts';
import { followLinks } from './state/navigation.ts';
import { applyTheme } from './state/theme.ts';

const NoPage = later(administration, (script) => script.NoPage);

applyTheme();
followLinks();
const root = document.getElementById('page');
// The server sets the status on the page that it sends for paths without one.
if (root !== null) render(root.dataset['status'] ? <NoPage /> : <App />, root);
