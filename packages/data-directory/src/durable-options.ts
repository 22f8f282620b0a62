/** The options of every environment: an awaited write is on disk. */

export const durableOptions = {
  // Each commit is then an fdatasync of its pages and a synchronous write of the page that makes them valid, before its promise
  // resolves. With overlapping sync, the default, that promise only means visible.
  overlappingSync: false,
  // Batching by event turn leaves an internal promise unhandled when the disk is full; this package has its group commit instead.
  eventTurnBatching: false,
};
