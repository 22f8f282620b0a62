/** The dependency rule: import only from a lower row, never sideways. */
const rows = [
  { row: 0, parts: ['packages/errors', 'packages/schemas'] },
  {
    row: 1,
    parts: ['packages/auth', 'packages/process', 'packages/data-directory', 'packages/tracker'],
  },
  { row: 2, parts: ['packages/bus', 'packages/state', 'packages/warehouse'] },
  { row: 3, parts: ['packages/http'] },
  { row: 4, parts: ['apps/ingest', 'apps/consumer', 'apps/query', 'packages/client'] },
  { row: 5, parts: ['apps/standalone', 'apps/cli', 'apps/dashboard'] },
];
/** The modules of each part that has some: the folders of its `src`, some of which contain further modules. Each with the modules and files of `src` that it may import, in addition to `config.ts`. */
const modules = {
  'apps/cli': {
    terminal: [],
    clients: ['terminal'],
    admin: ['terminal', 'clients'],
    'access-log': ['terminal', 'clients'],
    demo: ['terminal', 'clients', 'admin', 'access-log'],
    store: ['terminal', 'clients'],
    figures: ['terminal', 'clients'],
    assistant: ['terminal', 'clients'],
  },
  'apps/dashboard': {
    state: [],
    words: ['state'],
    charts: [],
    resources: ['state'],
    style: [],
    controls: ['state', 'words', 'resources', 'style'],
    panels: ['state', 'words', 'resources', 'charts', 'controls'],
    exploring: ['state', 'words', 'resources', 'controls', 'panels'],
    administration: ['state', 'words', 'resources', 'controls'],
    pages: ['state', 'words', 'resources', 'charts', 'controls', 'panels', 'exploring', 'administration'],
  },
  'apps/ingest': {
    admission: [],
    lookups: [],
    pipeline: ['admission', 'lookups'],
    requests: ['admission', 'lookups', 'pipeline'],
  },
  'apps/consumer': {
    duplicates: [],
    partition: ['duplicates'],
    reconcile: ['duplicates', 'partition'],
  },
  'apps/query': {
    requests: [],
    admin: ['requests'],
    'admin/routes': ['requests', 'admin/*.ts'],
    responses: ['requests/callers.ts'],
    dashboard: [],
    documentation: ['admin/access.ts', 'responses/form.ts'],
  },
  'packages/bus': {
    embedded: ['port.ts'],
    kafka: ['port.ts', 'refusals.ts'],
  },
  'packages/http': {
    responses: [],
    callers: ['responses'],
    operations: ['callers', 'responses'],
    server: ['responses'],
  },
  'packages/state': {
    embedded: ['port.ts', 'assign-visit.ts'],
    redis: ['embedded', 'port.ts', 'assign-visit.ts'],
  },
  'packages/tracker': {
    features: ['event.ts', 'limits.ts', 'listen.ts'],
    scripts: [],
  },
  'packages/warehouse': {
    driver: [],
    'driver/embedded': ['driver/*.ts'],
    'driver/server': ['driver/*.ts'],
    stores: ['driver', 'rollups/purge.ts'],
    schema: ['driver', 'stores'],
    queries: ['driver'],
    'queries/time': [],
    'queries/parameters': ['queries/time', 'queries/breakdown-dimensions.ts'],
    'queries/sql': [
      'driver',
      'queries/time',
      'queries/parameters',
      'queries/breakdown-dimensions.ts',
      'queries/scope.ts',
      'queries/source.ts',
    ],
    'queries/breakdown': [
      'driver',
      'queries/parameters',
      'queries/sql',
      'queries/breakdown-dimensions.ts',
      'queries/figures.ts',
      'queries/metrics.ts',
      'queries/scope.ts',
    ],
    rollups: ['driver', 'queries'],
    verify: ['driver', 'queries', 'rollups'],
    parts: ['driver', 'schema', 'rollups'],
    explain: ['driver', 'stores', 'queries'],
  },
};
const anyTest = '\\.(test|contract|fixture|suite)\\.ts$';

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

const pathOf = (path) => (path.endsWith('.ts') ? `${path.replace('.', '\\.').replace('*', '[^/]+')}$` : `${path}/`);
const moduleRules = Object.entries(modules).flatMap(([part, inPart]) =>
  Object.entries(inPart).map(([name, below]) => ({
    name: `${part}: ${name} imports ${below.join(', ') || 'no other module'}`,
    severity: 'error',
    from: { path: `^${part}/src/${name}/`, pathNot: anyTest },
    to: {
      path: `^${part}/src/`,
      pathNot: `^${part}/src/(${[name, 'config.ts', ...below].map(pathOf).join('|')})`,
    },
  })),
);

module.exports = {
  forbidden: [
    ...rules,
    ...moduleRules,
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'nothing unresolved',
      severity: 'error',
      from: { pathNot: anyTest },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'errors and schemas know nothing but zod',
      severity: 'error',
      from: { path: '^packages/(errors|schemas)/', pathNot: anyTest },
      to: { pathNot: '^packages/(errors|schemas)/|node_modules/zod/' },
    },
    {
      name: 'the dashboard knows the client and the types of resources alone',
      severity: 'error',
      from: { path: '^apps/dashboard/src/', pathNot: anyTest },
      to: { path: '^(apps|packages)/', pathNot: '^(apps/dashboard|packages/(client|schemas))/' },
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
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
