/** Environments that must not notice or stop the tracker: other code, other settings, wishes of visitors. One product and one browser for all tests. */
import './privacy.suite.ts';
import './storage.suite.ts';
import './surroundings.suite.ts';
import './surroundings-altered.suite.ts';
