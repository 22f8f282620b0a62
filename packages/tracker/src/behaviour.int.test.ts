/** The behaviour of visitors on a page: engaged time, scroll depth, clicks in vain. One product and one browser for all tests. */
import './dead-clicks.suite.ts';
import './engagement.suite.ts';
import './rage-clicks.suite.ts';
import './scroll.suite.ts';
