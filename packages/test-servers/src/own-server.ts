/** A server for one caller in a container: it can be killed, frozen and started again. */
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { freePort } from './free-port.ts';
import { imageOf } from './image.ts';
import { type OwnServerOptions, type ServerKind, kinds } from './kinds.ts';
import { runLabels } from './environment.ts';
import type { Servers } from './servers.ts';
import { until, waitMsMax } from './until.ts';

export interface OwnServer {
  /** The settings with which the product uses this server. */
  readonly settings: Servers;
  /** The port on 127.0.0.1; the same after every start. */
  readonly port: number;
  /** Sends SIGKILL; resolves once the server has ended. */
  kill(): Promise<void>;
  /** Starts a killed server again, with its data; resolves once it responds. */
  start(): Promise<void>;
  /** Stops every process of the server immediately, as SIGSTOP does. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Thaws it or starts it again if necessary; resolves once it responds. */
  recover(): Promise<void>;
  /** Runs a command next to the server, and resolves with its output. Kafka's tools find the broker at `localhost:9094`. Rejects if the command fails. */
  exec(command: string[]): Promise<string>;
  /** Ends the server, in any state, and deletes its data. */
  remove(): Promise<void>;
}

/** Starts a server of the image in docker-compose.yml; resolves once it responds. Requires Docker. */
export async function ownServer(kind: ServerKind, options: OwnServerOptions = {}): Promise<OwnServer> {
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
  const { containerPort, environment, command: serverCommand, settings, responds } = kinds[kind];
  const { port = await freePort(), advertisedPort = port } = options;
  const isReady = () => responds(port);
  const notReady = () => `${kind} does not respond on port ${port}`;
  const notFrozen = () => `${kind} cannot be frozen`;
  const untilItResponds = () => until(isReady, notReady);
  const description: GenericContainer = new GenericContainer(imageOf(kind))
    .withExposedPorts({ container: containerPort, host: port })
    .withEnvironment(environment(advertisedPort))
    .withCommand(serverCommand)
    .withLabels(runLabels())
    // The rest of a run is removed by its labels, without a container that watches it.
    .withAutoCleanup(false)
    .withWaitStrategy(waitFor(untilItResponds));
  const started: StartedTestContainer = await description.start();
  const container = (await getContainerRuntimeClient()).container.getById(started.getId());

  return {
    settings: settings(advertisedPort),
    port,
    async kill() {
      await container.kill({ signal: 'SIGKILL' });
      await container.wait();
    },
    async start() {
      await container.start();
      await untilItResponds();
    },
    freeze: () => until(() => isFrozen(container), notFrozen),
    thaw: async () => void (await container.unpause()),
    async recover() {
      const { State } = await container.inspect();
      if (State.Paused) await container.unpause();
      else if (!State.Running) await container.start();
      await untilItResponds();
    },
    async exec(command) {
      const { exitCode, output } = await started.exec(command);
      if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${output}`);
      return output;
    },
    remove: async () => void (await container.remove({ force: true, v: true })),
  };
}

/** Returns a wait strategy of testcontainers: it removes the container and rejects with its log if the wait fails. */
function waitFor(waitUntilReady: () => Promise<void>) {
  const strategy = {
    waitUntilReady,
    withStartupTimeout: () => strategy,
    isStartupTimeoutSet: () => true,
    getStartupTimeout: () => waitMsMax,
  };
  return strategy;
}

/** Returns true if `container` was frozen: Docker fails if a process waits for its disk for a third of a second. */
async function isFrozen(container: { pause(): Promise<unknown> }): Promise<boolean> {
  try {
    await container.pause();
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('unable to freeze')) return false;
    throw error;
  }
}
