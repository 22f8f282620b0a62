/** The stack of docker-compose.yml as a separate project: other volumes, other ports, new secrets. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeProject, freePort, until } from '@footfall/test-servers';
import { root } from '../child-process.ts';
import { output } from './docker.ts';

export const services = ['kafka', 'clickhouse', 'redis', 'ingest', 'consumer', 'query'] as const;
export type Service = (typeof services)[number];

/** The part of `docker inspect` that is used here. */
interface Container {
  Id: string;
  /** The ID of its image. */
  Image: string;
  RestartCount: number;
  State: { Pid: number; ExitCode: number; Health?: { Status: string } };
  NetworkSettings: { Ports: Record<string, { HostIp: string; HostPort: string }[] | null> };
}

export class Stack {
  readonly apiUrl: string;
  readonly ingestUrl: string;
  readonly #directory: string;
  readonly #project: string;
  readonly #ports: Readonly<Record<string, string>>;

  private constructor(directory: string, apiPort: number, ingestPort: number) {
    this.#directory = directory;
    this.#project = composeProject();
    this.#ports = { API_PORT: String(apiPort), INGEST_PORT: String(ingestPort) };
    this.apiUrl = `http://127.0.0.1:${apiPort}`;
    this.ingestUrl = `http://127.0.0.1:${ingestPort}`;
  }

  /** Chooses ports and creates secrets, like the operator; starts nothing. */
  static async prepare(): Promise<Stack> {
    const directory = await mkdtemp(join(tmpdir(), 'footfall-compose-'));
    const stack = new Stack(directory, await freePort(), await freePort());
    await output('sh', [join(root, 'scripts/make-secrets.sh'), stack.#envFile]);
    return stack;
  }

  /** Resolves with the output of `docker compose …`. Rejects if it fails. */
  compose(...args: string[]): Promise<string> {
    const files = ['--project-directory', root, '--project-name', this.#project, '--env-file', this.#envFile];
    return output('docker', ['compose', ...files, ...args], this.#ports);
  }

  /** Builds all images of the product: one that is built only when it is run prints the build into its output. */
  async build(): Promise<void> {
    await this.compose('--profile', 'tools', 'build', '--quiet');
  }

  /** Resolves once every container is healthy. Rejects with the latest lines of each container's log if one is not. */
  async up(): Promise<void> {
    try {
      await this.compose('up', '--detach', '--wait');
    } catch (error) {
      throw new Error(await this.compose('logs', '--no-color', '--tail', '20'), { cause: error });
    }
  }

  /** Resolves with the output of the command line, run as documented. */
  footfall(...args: string[]): Promise<string> {
    return this.compose('run', '--rm', '--no-TTY', 'footfall', ...args);
  }

  /** Resolves with the output of a command that runs next to a service's process. */
  exec(service: Service, ...command: string[]): Promise<string> {
    return this.compose('exec', '--no-TTY', service, ...command);
  }

  async container(service: Service): Promise<Container> {
    const id = (await this.compose('ps', '--all', '--quiet', service)).trim();
    return inspect(id);
  }

  /** Resolves with the ID of the user that the service's own process runs as. */
  async userOf(service: Service): Promise<number> {
    const { Id, State } = await this.container(service);
    const processes = (await output('docker', ['top', Id, '-eo', 'pid,uid'])).split('\n').map((line) => line.trim());
    const [, uid] = processes.map((line) => line.split(/\s+/)).find(([pid]) => Number(pid) === State.Pid) ?? [];
    return Number(uid);
  }

  /** Kills the service's process like a crash: after `docker kill`, Docker would not restart it. Resolves once it is healthy again. */
  async crash(service: Service): Promise<void> {
    const before = await this.container(service);
    const { Image } = await this.container('ingest');
    const kill = `process.kill(${before.State.Pid}, 'SIGKILL')`;
    await output('docker', ['run', '--rm', '--pid=host', '--user=0', Image, 'node', '--eval', kill]);
    const isBack = async () => {
      const { RestartCount, State } = await inspect(before.Id);
      return RestartCount > before.RestartCount && State.Health?.Status === 'healthy';
    };
    await until(isBack, () => inspect(before.Id));
  }

  /** Removes the containers, volumes, images and secrets. */
  async remove(): Promise<void> {
    await this.compose('down', '--volumes', '--rmi', 'local', '--timeout', '0');
    // The image of a service without a container, which `down` ignores.
    await output('docker', ['image', 'rm', `${this.#project}-footfall`]);
    await rm(this.#directory, { recursive: true });
  }

  get #envFile(): string {
    return join(this.#directory, '.env');
  }
}

async function inspect(id: string): Promise<Container> {
  return JSON.parse(await output('docker', ['inspect', '--format', '{{json .}}', id])) as Container;
}
