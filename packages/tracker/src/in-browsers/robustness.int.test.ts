/** Robustness: other code, other settings, wishes of visitors, failing networks and servers neither stop the tracker nor notice it. One product and one browser for all tests. */
import './offline.suite.ts';
import './privacy.suite.ts';
import './sending.suite.ts';
import './sending-storm.suite.ts';
import './storage.suite.ts';
import './surroundings.suite.ts';
import './surroundings-altered.suite.ts';
