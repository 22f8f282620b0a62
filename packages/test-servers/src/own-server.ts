/** A server of the caller's own in a container: it may be killed, frozen and started again. */
import { setTimeout as delay } from 'node:timers/promises';
import type { GenericContainer, StartedTestContainer } from 'testcontainers';
import { freePort } from './free-port.ts';
import { imageOf } from './image.ts';
import { type OwnServerOptions, type ServerKind, kinds } from './kinds.ts';
import { runLabels } from './environment.ts';
import type { Servers } from './servers.ts';

export interface OwnServer {
  /** The settings of the product that lead here. */
  readonly settings: Servers;
  /** On 127.0.0.1; the same after every start. */
  readonly port: number;
  /** SIGKILL; resolves once the server has ended. */
  kill(): Promise<void>;
  /** Starts a killed server again, on the data that it had; resolves once it answers. */
  start(): Promise<void>;
  /** Stops every process of the server where it stands, as SIGSTOP does. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Thaws it or starts it again if need be; resolves once it answers. */
  recover(): Promise<void>;
  /** Runs a command beside the server, and gives what it printed. Kafka's own tools find the broker at `localhost:9094`. Rejects when it fails. */
  exec(command: string[]): Promise<string>;
  /** Ends the server, whatever state it is in, and deletes its data. */
  remove(): Promise<void>;
}

const startDeadlineMs = 120_000;
const freezeDeadlineMs = 120_000;
const pollIntervalMs = 50;

/** Starts a server of the image that docker-compose.yml names; resolves once it answers. Needs Docker. */
export async function ownServer(kind: ServerKind, options: OwnServerOptions = {}): Promise<OwnServer> {
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
  const { containerPort, environment, command: commandOf, settings, answers } = kinds[kind];
  const port = options.port ?? (await freePort());
  const untilItAnswers = () => until(() => answers(port), startDeadlineMs, `${kind} does not answer on port ${port}`);
  const description: GenericContainer = new GenericContainer(imageOf(kind))
    .withExposedPorts({ container: containerPort, host: port })
    .withEnvironment({ ...environment(port, options), ...options.environment })
    .withCommand(commandOf(options))
    .withLabels(runLabels())
    // What is left of a run is removed by its labels, without a container that watches over it.
    .withAutoCleanup(false)
    .withWaitStrategy(waitFor(untilItAnswers));
  const started: StartedTestContainer = await description.start();
  const container = (await getContainerRuntimeClient()).container.getById(started.getId());

  return {
    settings: settings(port, options),
    port,
    async kill() {
      await container.kill({ signal: 'SIGKILL' });
      await container.wait();
    },
    async start() {
      await container.start();
      await untilItAnswers();
    },
    freeze: () => until(() => isFrozen(container), freezeDeadlineMs, `${kind} cannot be frozen`),
    thaw: async () => void (await container.unpause()),
    async recover() {
      const { State } = await container.inspect();
      if (State.Paused) await container.unpause();
      else if (!State.Running) await container.start();
      await untilItAnswers();
    },
    async exec(command) {
      const { exitCode, output } = await started.exec(command);
      if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${output}`);
      return output;
    },
    remove: async () => void (await container.remove({ force: true, v: true })),
  };
}

/** A wait strategy of testcontainers: removes the container and rejects with its log when the wait fails. */
function waitFor(waitUntilReady: () => Promise<void>) {
  const strategy = {
    waitUntilReady,
    withStartupTimeout: () => strategy,
    isStartupTimeoutSet: () => true,
    getStartupTimeout: () => startDeadlineMs,
  };
  return strategy;
}

/** Whether `container` could be frozen: Docker gives up when a process waits for its disk for a third of a second. */
async function isFrozen(container: { pause(): Promise<unknown> }): Promise<boolean> {
  try {
    await container.pause();
    return true;
  } catch (error) {
    if (error instanceof Error && error.message.includes('unable to freeze')) return false;
    throw error;
  }
}

/** Tries until it is so; rejects with `failure` when it is not in time. */
async function until(isSo: () => Promise<boolean>, deadlineMs: number, failure: string): Promise<void> {
  const deadline = performance.now() + deadlineMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(failure);
    await delay(pollIntervalMs);
  }
}
