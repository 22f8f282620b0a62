/** The parts of a release: one version, its notes, and the workflows that check and build it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const root = join(__dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const manifest = z.object({
  version: z.string(),
  engines: z.object({ node: z.string() }).optional(),
  scripts: z.record(z.string(), z.string()).optional(),
});
const main = manifest.parse(JSON.parse(read('package.json')));
const job = z.object({
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.unknown())) }).optional(),
  steps: z.array(z.object({ run: z.string().optional() })),
});
const workflow = z.object({ on: z.record(z.string(), z.unknown()), jobs: z.record(z.string(), job) });
const workflowOf = (name: string) => workflow.parse(parse(read(`.github/workflows/${name}`)));
const published = ['ingest', 'consumer', 'query', 'cli'];
const commandsOf = ({ steps }: z.output<typeof job>) => steps.map(({ run = '' }) => run).join('\n');

it('A32 has one version: every package has that of package.json, and CHANGELOG.md describes it', () => {
  // A checkout from before a change of packages has folders that contain only build output.
  const folders = ['apps', 'packages']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
  const others = [...folders, 'bench'].map((folder) => [
    folder,
    manifest.parse(JSON.parse(read(`${folder}/package.json`))).version,
  ]);
  expect(others.filter(([, version]) => version !== main.version)).toEqual([]);
  expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## ${main.version.replaceAll('.', String.raw`\.`)}\\b`, 'm'));
});

it('A32 builds, on a tag, the image of every app in docker-compose.yml, for both architectures', () => {
  const { on, jobs } = workflowOf('release.yml');
  expect(on).toEqual({ push: { tags: ['v*'] } });
  const apps = [...read('docker-compose.yml').matchAll(/image: \$\{FOOTFALL_IMAGE:\+\$\{FOOTFALL_IMAGE:-\}-(\w+)\}/g)];
  const matrix = jobs['images']?.strategy?.matrix;
  expect(new Set(apps.map(([, app]) => app))).toEqual(new Set(published));
  for (const name of ['images', 'join']) {
    expect(jobs[name]?.strategy?.matrix['app']).toEqual(published);
  }
  expect(matrix?.['platform']).toMatchObject([{ name: 'amd64' }, { name: 'arm64' }]);
  expect(jobs['join'] && commandsOf(jobs['join'])).toContain('"$IMAGE-amd64" "$IMAGE-arm64"');
});

it('A32 attaches the tarballs of the client and the tracker to the release', () => {
  const { packages } = workflowOf('release.yml').jobs;
  expect(packages && commandsOf(packages)).toMatch(
    /@footfall\/client pack[^]*@footfall\/tracker pack[^]*gh release create/,
  );
});

it('A32 says how to report a vulnerability', () => {
  expect(read('SECURITY.md')).toMatch(/report/i);
  expect(read('README.md')).toContain('(SECURITY.md)');
});

it('A31 runs the quick tests on the oldest supported version of Node and the newest, and starts Footfall on both', () => {
  const { quick } = workflowOf('ci.yml').jobs;
  const oldest = main.engines?.node.replace('>=', '');
  expect(quick?.strategy?.matrix).toEqual({ node: [`${oldest}.0`, '26'] });
  expect(quick && commandsOf(quick)).toMatch(/npm run --silent test:quick\n.*npm run --silent test:serves$/);
  expect(Object.keys(main.scripts ?? {})).toEqual(expect.arrayContaining(['test:quick', 'test:serves']));
});
