/** The metrics of a process, as documented, and as the alerts and the dashboard use them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct } from '@footfall/standalone/fixture';
import { describeWithPrograms } from '@footfall/test-servers';
import { root } from './child-process.ts';
import { namedMetrics, panelExpressions, shownMetrics } from './compose/named-metrics.ts';

/** The metric that one process does not expose: there, the dependencies of the consumer are those of the other apps. */
const ofSeparateConsumer = 'footfall_consumer_dependency_up';

let dataDir: string;
let product: Product;
let metrics: string;
let shown: string[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-metrics-'));
  product = await startProduct({ DATA_DIR: dataDir });
  metrics = await (await fetch(`${product.apiUrl}/metrics`)).text();
  shown = shownMetrics(metrics);
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true });
});

const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const alerts = [...textOf('infra/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

it('docs/monitoring.md lists every metric of Footfall', () => {
  const listed = [...textOf('docs/monitoring.md').matchAll(/^\| `(footfall_\w+)`/gm)].map(([, name]) => name);
  const registered = shown.filter((name) => name.startsWith('footfall_'));
  expect(listed.toSorted()).toEqual([...registered, ofSeparateConsumer].toSorted());
});

it('docs/monitoring.md lists every alert, and docs/operating.md says what to do about each', () => {
  const listed = [...textOf('docs/monitoring.md').matchAll(/^\| `([A-Z]\w+)`/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(alerts.toSorted());
  const [, troubleshooting = ''] = textOf('docs/operating.md').split('\n## Troubleshooting\n');
  const first = troubleshooting.split('\n').map((row) => row.split('|')[1] ?? '');
  expect(alerts.filter((name) => !first.some((cell) => cell.includes(`\`${name}\``)))).toEqual([]);
});

it('alerts and dashboard use only metrics that one process exposes', () => {
  expect([...namedMetrics()].filter((name) => !shown.includes(name))).toEqual([ofSeparateConsumer]);
});

it('both ports expose the same metrics', async () => {
  expect(shownMetrics(await (await fetch(`${product.ingestUrl}/metrics`)).text())).toEqual(shown);
});

describeWithPrograms('Prometheus', ['promtool'], () => {
  /** Returns the exit status of promtool, with its output if it fails. */
  function promtool(args: readonly string[], input = '') {
    const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: root, input, encoding: 'utf8' });
    return { status, output: status === 0 ? '' : stdout + stderr };
  }
  const passed = { status: 0, output: '' };

  it('each alert fires in its situation, and not in similar ones', () => {
    const tests = 'infra/prometheus/alerts.test.yml';
    expect(promtool(['test', 'rules', tests])).toEqual(passed);
    const firing = [...textOf(tests).matchAll(/alertname: (\w+)\n\s+eval_time: \w+\n\s+exp_alerts:\n/g)];
    expect([...new Set(firing.map(([, name]) => name))].toSorted()).toEqual(alerts.toSorted());
  });

  it('the panels of the dashboard are valid queries', () => {
    const rules = panelExpressions().map((expression, index) => ({
      record: `panel_${index}`,
      expr: expression.replaceAll('$__rate_interval', '1m'),
    }));
    const file = join(dataDir, 'panels.json');
    // YAML contains JSON.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'panels', rules }] }));
    expect(promtool(['check', 'rules', file])).toEqual(passed);
  });

  it('the names and types of metrics follow its conventions', () => {
    const { output } = promtool(['check', 'metrics'], metrics);
    // The metrics of Node.js are those of the library.
    expect(output.split('\n').filter((line) => !/^(?:nodejs_|$)/.test(line))).toEqual([]);
  });
});
