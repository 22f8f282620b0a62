/** Measurements: the ways to load the script, pages, tabs, links, and what visitors do on a page. One product and one browser for all tests. */
import './dead-clicks.suite.ts';
import './engagement.suite.ts';
import './links.suite.ts';
import './module.suite.ts';
import './page-views.suite.ts';
import './pixel.suite.ts';
import './rage-clicks.suite.ts';
import './script-tag.suite.ts';
import './scroll.suite.ts';
import './single-page.suite.ts';
import './tabs.suite.ts';
