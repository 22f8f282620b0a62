/** Docker's own commands, as an operator runs them. */
import { execFile, execFileSync } from 'node:child_process';

/** The output of a command, and its exit status. */
export interface Outcome {
  status: number;
  stdout: string;
  stderr: string;
}

/** The deadline of a command: the first start builds four images; all others need a minute or two. */
const commandDeadlineMs = 15 * 60_000;
const outputBytesMax = 64 * 1024 * 1024;
/** The variables that Docker needs; no other variable of the test's environment may become a setting of the stack. */
const passedOn = /^(PATH|HOME|DOCKER_.*|BUILDKIT_.*|XDG_.*)$/;

/** Returns the reason why there is no Docker to run the stack, in one line; undefined if there is one. */
export function dockerProblem(): string | undefined {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore' });
    execFileSync('docker', ['compose', 'version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'docker and docker compose are not available here';
  }
}

/** Runs a program with only the variables that Docker needs, and `settings`. */
export function run(
  program: string,
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const found = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  const options = {
    env: { ...Object.fromEntries(found), ...settings },
    timeout: commandDeadlineMs,
    maxBuffer: outputBytesMax,
  };
  return new Promise((resolve) => {
    const child = execFile(program, [...args], options, (_error, stdout, stderr) => {
      resolve({ status: child.exitCode ?? -1, stdout, stderr });
    });
  });
}

/** Resolves with the output of a program. Rejects with its error output if it fails. */
export async function output(
  program: string,
  args: readonly string[],
  settings?: Readonly<Record<string, string>>,
): Promise<string> {
  const { status, stdout, stderr } = await run(program, args, settings);
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${status}\n${stderr}`);
  return stdout;
}
