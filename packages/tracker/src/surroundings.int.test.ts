/** Where the tracker must not be noticed, nor stopped: other code, other settings, what visitors have asked for. One product and one browser for all. */
import './privacy.suite.ts';
import './storage.suite.ts';
import './surroundings.suite.ts';
import './surroundings-altered.suite.ts';
