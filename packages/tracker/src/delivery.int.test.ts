/** The delivery of events to ingest, whatever fails in between. One product and one browser for all tests. */
import './offline.suite.ts';
import './sending.suite.ts';
import './sending-storm.suite.ts';
