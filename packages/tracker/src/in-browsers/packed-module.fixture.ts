/** The npm module as a site gets it: packed, and unpacked into a separate project. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(__dirname, '../../../..');

export interface Project {
  folder: string;
  /** The files in the tarball, sorted. */
  packedFiles: string[];
  packageJson: { exports: unknown };
  readme: string;
  write(name: string, content: string): Promise<void>;
  /** Resolves with the output, even if the command fails. */
  node(...args: string[]): Promise<string>;
  tsc(...args: string[]): Promise<string>;
  remove(): Promise<void>;
}

export async function openProject(): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-module-'));
  const tarball = join(folder, 'module.tgz');
  const modules = join(folder, 'node_modules/@footfall');
  const { devEngines } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const pnpm = `pnpm@${devEngines.packageManager.version}`;
  await run('npx', ['--yes', pnpm, '--filter', '@footfall/tracker', 'pack', '--out', tarball], { cwd: root });
  await mkdir(modules, { recursive: true });
  const tar = await run('tar', ['xvzf', tarball, '-C', modules]);
  await symlink('package', join(modules, 'tracker'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const program =
    (...before: string[]) =>
    async (...args: string[]) => {
      const { stdout, stderr } = await run(process.execPath, [...before, ...args], { cwd: folder }).catch(
        (failed: { stdout: string; stderr: string }) => failed,
      );
      return stdout + stderr;
    };
  return {
    folder,
    packedFiles: tar.stdout
      .trim()
      .split('\n')
      .map((name) => name.replace('package/', ''))
      .toSorted(),
    packageJson: JSON.parse(await readFile(join(modules, 'tracker/package.json'), 'utf8')),
    readme: await readFile(join(modules, 'tracker/README.md'), 'utf8'),
    write: (name, content) => writeFile(join(folder, name), content),
    node: program(),
    tsc: program(join(root, 'node_modules/typescript/bin/tsc')),
    remove: () => rm(folder, { recursive: true }),
  };
}
