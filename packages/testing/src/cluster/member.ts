/** One process of a cluster: it can be started, killed, frozen, ended, and started again at the same port. */
import { until, responseMsMax } from '@footfall/test-servers';
import { type Child, type End, isReady, run } from '../child-process.ts';

interface MemberOptions {
  /** The name in messages: `ingest 1`. */
  name: string;
  /** The file that runs, a path from the root. */
  file: string;
  port: number;
  environment: Readonly<Record<string, string>>;
  nodeOptions?: readonly string[];
}

export class Member {
  readonly name: string;
  readonly url: string;
  readonly #options: MemberOptions;
  #child: Child | undefined;
  #isRunning = false;

  constructor(options: MemberOptions) {
    this.#options = options;
    this.name = options.name;
    this.url = `http://127.0.0.1:${options.port}`;
  }

  /** Starts the process, and waits until all its dependencies respond. Rejects if it ends before. */
  async start(): Promise<void> {
    this.launch();
    await this.ready();
  }

  /** Starts the process, with `environment` in addition to its settings. */
  launch(environment: Readonly<Record<string, string>> = {}): Child {
    const { file, nodeOptions = [] } = this.#options;
    const child = run(file, { ...this.#options.environment, ...environment }, nodeOptions);
    this.#child = child;
    this.#isRunning = true;
    void child.ended.then(() => (this.#isRunning &&= this.#child !== child));
    return child;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Resolves once all dependencies of the process respond. Rejects if it ends before. */
  async ready(): Promise<void> {
    const child = this.child;
    let end: End | undefined;
    void child.ended.then((how) => (end = how));
    const isUp = async () => {
      if (await isReady(this.url)) return true;
      if (end !== undefined) throw new Error(`${this.name} has ended (${end}): ${child.output()}`);
      return false;
    };
    await until(isUp, () => `${this.name} is not ready: ${child.output()}`);
  }

  /** The process as it was last started. */
  get child(): Child {
    if (!this.#child) throw new Error(`${this.name} has not been started`);
    return this.#child;
  }

  kill(): Promise<End> {
    this.child.signal('SIGKILL');
    return this.child.ended;
  }

  freeze(): void {
    this.child.signal('SIGSTOP');
  }

  thaw(): void {
    this.child.signal('SIGCONT');
  }

  /** Sends SIGTERM to the process, and resolves with its exit status. */
  end(): Promise<End> {
    this.child.signal('SIGTERM');
    return this.child.ended;
  }

  /** Resolves with the value of a metric: the sum over all series with all of `labels`; 0 without any. */
  async number(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
    const response = await fetch(`${this.url}/metrics`, { signal: AbortSignal.timeout(responseMsMax) });
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return (await response.text())
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .filter((line) => wanted.every((part) => line.includes(part)))
      .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
  }
}
