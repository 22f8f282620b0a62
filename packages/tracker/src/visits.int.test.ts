/** What a visit is: pages, tabs, links and how the script gets there. One product and one browser for all. */
import './links.suite.ts';
import './page-views.suite.ts';
import './pixel.suite.ts';
import './script-tag.suite.ts';
import './single-page.suite.ts';
import './tabs.suite.ts';
