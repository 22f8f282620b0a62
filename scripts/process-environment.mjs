/** What a process of Footfall is started with: settings that Node, the C library and the engine read before any of our code runs. */

export const environment = {
  // The embedded engine blocks one of libuv's threads for each running query; the default of 4 would starve files and DNS.
  UV_THREADPOOL_SIZE: '16',
  // By default each thread keeps memory that others cannot use: some 60 MB after a few hundred thousand events.
  MALLOC_ARENA_MAX: '2',
  // Blocks from this size on are returned when they are freed. By default the bound rises to the largest block that was
  // ever freed, and the holes that large blocks leave stay resident: some 80 MB after a million events.
  MALLOC_MMAP_THRESHOLD_: '131072',
  // The engine's own allocator keeps freed pages for 5 s by default, so that each rollup batch would find those of
  // the last one still resident: some 150 MB while it catches up. It also caches small blocks for each thread, half as much
  // with this bound.
  JE_MALLOC_CONF: 'dirty_decay_ms:500,tcache_max:4096',
};

export const nodeArguments = [
  // The heap is 30 MB smaller than with the default of 16 MB, and ingest no slower.
  '--max-semi-space-size=4',
  // The larger the heap may become, the later garbage is collected: with the default of several GB it grows to 225 MB where 70 are in use.
  '--max-old-space-size=512',
];
