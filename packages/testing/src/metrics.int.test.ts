/** The metrics of a process, as documented, and as the alerts and the dashboard use them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Product, startProduct } from '@footfall/standalone/fixture';
import { root } from './child-process.ts';
import { namedMetrics, shownMetrics } from './compose/named-metrics.ts';

/** The metric that one process does not expose: there, the dependencies of the consumer are those of the other apps. */
const ofSeparateConsumer = 'footfall_consumer_dependency_up';

let dataDir: string;
let product: Product;
let shown: string[];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'footfall-metrics-'));
  product = await startProduct({ DATA_DIR: dataDir });
  shown = shownMetrics(await (await fetch(`${product.apiUrl}/metrics`)).text());
});
afterAll(async () => {
  await product.stop();
  rmSync(dataDir, { recursive: true });
});

it('docs/monitoring.md lists every metric of Footfall', () => {
  const page = readFileSync(join(root, 'docs/monitoring.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `(footfall_\w+)`/gm)].map(([, name]) => name);
  const registered = shown.filter((name) => name.startsWith('footfall_'));
  expect(listed.toSorted()).toEqual([...registered, ofSeparateConsumer].toSorted());
});

it('docs/monitoring.md lists every alert, and docs/operating.md says what to do about each', () => {
  const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
  const alerts = [...textOf('infra/prometheus/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
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
