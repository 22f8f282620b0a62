/** What visitors do on a page: how long they stay, how far they scroll, what they click in vain. One product and one browser for all. */
import './dead-clicks.suite.ts';
import './engagement.suite.ts';
import './rage-clicks.suite.ts';
import './scroll.suite.ts';
