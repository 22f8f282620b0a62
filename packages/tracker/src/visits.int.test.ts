/** Visits: pages, tabs, links, and the ways to load the script. One product and one browser for all tests. */
import './links.suite.ts';
import './page-views.suite.ts';
import './pixel.suite.ts';
import './script-tag.suite.ts';
import './single-page.suite.ts';
import './tabs.suite.ts';
