/** What a process of Footfall is started with: settings that Node, the C library and the engine read before any of our code runs. */

export const environment = {
  // The embedded engine blocks one of libuv's threads for each running query; the default of 4 would starve files and DNS.
  UV_THREADPOOL_SIZE: '16',
  // By default each thread keeps memory that others cannot use: some 60 MB after a few hundred thousand events.
  MALLOC_ARENA_MAX: '2',
  // The engine's own allocator keeps freed pages for 5 s by default, so that each rollup batch would find those of
  // the last one still resident: some 150 MB while it catches up.
  JE_MALLOC_CONF: 'dirty_decay_ms:500',
};

/** The heap is 30 MB smaller than with the default of 16 MB, and ingest no slower. */
export const nodeArguments = ['--max-semi-space-size=4'];
