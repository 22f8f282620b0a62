/** How events come to ingest, whatever stands in their way. One product and one browser for all. */
import './offline.suite.ts';
import './sending.suite.ts';
import './sending-storm.suite.ts';
