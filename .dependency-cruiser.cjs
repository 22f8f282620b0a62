/** The dependency rule: import only from a lower row, never sideways. */
const rows = [
  { row: 0, parts: ['packages/errors', 'packages/schemas'] },
  {
    row: 1,
    parts: [
      'packages/auth',
      'packages/envelope',
      'packages/config',
      'packages/telemetry',
      'packages/data-directory',
      'packages/tracker',
    ],
  },
  { row: 2, parts: ['packages/bus', 'packages/state', 'packages/warehouse'] },
  { row: 3, parts: ['packages/http'] },
  { row: 4, parts: ['apps/ingest', 'apps/consumer', 'apps/query', 'packages/client'] },
  { row: 5, parts: ['apps/standalone', 'apps/cli'] },
];
/** The rooms of the warehouse, each with the rooms that it may import. */
const warehouseRooms = {
  driver: [],
  schema: ['driver'],
  queries: ['driver'],
  rollups: ['driver', 'queries'],
  verify: ['driver', 'queries', 'rollups'],
  parts: ['driver', 'schema', 'rollups'],
  keys: ['driver', 'schema', 'rollups'],
  explain: ['driver', 'queries'],
};
const anyTest = '\\.(test|contract|fixture)\\.ts$';

const rules = rows.flatMap(({ row, parts }) =>
  parts.map((part) => ({
    name: `${part} is in row ${row}`,
    severity: 'error',
    from: { path: `^${part}/`, pathNot: anyTest },
    to: {
      path: rows
        .filter((other) => other.row >= row)
        .flatMap((other) => other.parts)
        .filter((other) => other !== part)
        .concat('packages/testing', 'packages/test-servers')
        .map((other) => `^${other}/`)
        .join('|'),
    },
  })),
);

const roomRules = Object.entries(warehouseRooms).map(([room, below]) => ({
  name: `the ${room} of the warehouse import ${below.join(', ') || 'no other room'}`,
  severity: 'error',
  from: { path: `^packages/warehouse/src/${room}/`, pathNot: anyTest },
  to: { path: '^packages/warehouse/src/', pathNot: `^packages/warehouse/src/(${[room, ...below].join('|')})/` },
}));

module.exports = {
  forbidden: [
    ...rules,
    ...roomRules,
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing unresolved', severity: 'error', from: { pathNot: anyTest }, to: { couldNotResolve: true } },
    {
      name: 'errors and schemas know nothing but zod',
      severity: 'error',
      from: { path: '^packages/(errors|schemas)/', pathNot: anyTest },
      to: { pathNot: '^packages/(errors|schemas)/|node_modules/zod/' },
    },
    {
      name: 'express stays in http and the apps',
      severity: 'error',
      from: { pathNot: '^packages/http/|^apps/[^/]+/src/' },
      to: { path: 'node_modules/express/' },
    },
    {
      name: 'each engine stays behind its port',
      severity: 'error',
      from: {
        path: '^(apps|packages)/',
        pathNot: `^packages/(data-directory|bus|state|warehouse|testing|test-servers)/|${anyTest}`,
      },
      to: { path: 'node_modules/(lmdb|chdb|@clickhouse|kafkajs|ioredis|rate-limiter-flexible)/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
