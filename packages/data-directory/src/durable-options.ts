/** The options of every environment: an awaited write is on the disk. */

export const durableOptions = {
  // Each commit is then fdatasync of its pages and a synchronous write of the page that makes them count, before its promise
  // resolves. With overlapping sync, the default, that promise only means visible.
  overlappingSync: false,
  // Batching by event turn leaves a promise of its own unhandled when the disk is full; we batch ourselves.
  eventTurnBatching: false,
};
