/** Starts the page. */
import { render } from 'preact';
import { App } from './pages/app.tsx';
import { followLinks } from './state/navigation.ts';
import { applyTheme } from './state/theme.ts';

applyTheme();
followLinks();
const root = document.getElementById('page');
if (root !== null) render(<App />, root);
