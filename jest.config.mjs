/** Tests read source: packages resolve by their `source` condition, so nothing is built before a test. */
export default {
  testMatch: [
    '<rootDir>/apps/*/src/**/*.test.ts',
    '<rootDir>/packages/*/src/**/*.test.ts',
    '<rootDir>/scripts/**/*.test.ts',
  ],
  transform: {
    '\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } },
    ],
  },
  extensionsToTreatAsEsm: [],
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'require', 'default'] },
  modulePathIgnorePatterns: ['/dist/'],
  testTimeout: 30_000,
};
