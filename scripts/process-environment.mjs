/** The environment of a Footfall process: settings that Node, the C library and the engine read before the program runs. */

export const environment = {
  // The embedded engine blocks one of libuv's threads per running query; with the default of 4, files and DNS would starve.
  UV_THREADPOOL_SIZE: '16',
  // By default each thread keeps memory that others cannot use: some 60 MB after a few hundred thousand events.
  MALLOC_ARENA_MAX: '2',
  // Blocks of at least this size are returned when they are freed. By default the threshold rises to the largest block that was
  // ever freed, and the holes that large blocks leave stay resident: some 80 MB after a million events.
  MALLOC_MMAP_THRESHOLD_: '131072',
  // The engine's own allocator keeps freed pages for 5 s by default, so that those of the previous rollup batch
  // would still be resident: some 150 MB while it catches up. It also caches small blocks per thread, half as much
  // with this limit.
  JE_MALLOC_CONF: 'dirty_decay_ms:500,tcache_max:4096',
};

export const nodeArguments = [
  // The larger the heap may become, the later garbage is collected: with the default of several GB it grows to 225 MB, of which 70 are in use.
  '--max-old-space-size=512',
];
