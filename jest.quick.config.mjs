import all from './jest.config.mjs';

/** The tests that need neither a network nor an engine, and so no servers. */
const { globalSetup: _setup, globalTeardown: _teardown, ...rest } = all;
export default { ...rest, testPathIgnorePatterns: ['/node_modules/', '\\.int\\.test\\.ts$'] };
