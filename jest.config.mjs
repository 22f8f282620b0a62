import { availableParallelism } from 'node:os';

// No result depends on the time zone of the machine. In this one, clocks are 10.5 hours ahead of UTC, and 11 in summer.
process.env.TZ ??= 'Australia/Lord_Howe';

/** Tests read source: packages resolve by their `source` condition, so nothing is built before a test. */
export default {
  testMatch: [
    '<rootDir>/apps/*/src/**/*.test.ts',
    '<rootDir>/packages/*/src/**/*.test.ts',
    '<rootDir>/scripts/**/*.test.ts',
  ],
  transform: {
    '/packages/tracker/src/scripts/bundle\\.ts$': '<rootDir>/packages/test-servers/src/run/built-once.mjs',
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  testEnvironment: '<rootDir>/packages/test-servers/src/run/worker-environment.ts',
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  modulePathIgnorePatterns: ['/dist/'],
  // Not among temporary files, which end with their run.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  // Only ends what hangs: a machine that builds and tests at once can be many times slower than an idle one.
  testTimeout: 900_000,
  testSequencer: '<rootDir>/packages/test-servers/src/run/suite-order.mjs',
  globalSetup: '<rootDir>/packages/test-servers/src/run/set-up.ts',
  globalTeardown: '<rootDir>/packages/test-servers/src/run/tear-down.ts',
  // More than half of its time a suite waits, for servers and browsers: with fewer workers, cores would idle.
  maxWorkers: 2 * availableParallelism(),
};
