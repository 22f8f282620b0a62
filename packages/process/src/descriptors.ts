/** The limit of open files, and the number of them for connections. Imports nothing, because it runs before a program is loaded. */
import { readFileSync } from 'node:fs';

/**
 * Descriptors reserved for everything but connections: the engine and its threads, the log, databases, servers. The standalone
 * process has 136 files open at rest.
 */
const reservedDescriptors = 256;
/** The minimum with which a page loads while another process is connected. */
const connectionsMin = 64;
/** The largest number of ports of one process: the standalone one listens on two. */
const portsMax = 2;
/** The limit on systems without /proc. macOS allows at least this many. */
const assumedLimit = 10_240;

/** Returns the limit of open files, after Node has raised it as far as possible. */
function descriptorLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? assumedLimit : Number(soft.replace('unlimited', 'Infinity'));
  } catch {
    return assumedLimit;
  }
}

/** Returns the number of connections that a port may have open without using the reserved descriptors. */
export function connectionsPerPort(): number {
  return Math.floor(Math.max(connectionsMin, descriptorLimit() - reservedDescriptors) / portsMax);
}

/**
 * Runs the program that `load` imports. With too few descriptors nothing is loaded: one line on stderr and exit status 1.
 * Loading alone would fail on some systems, for a file that could not be opened.
 */
export async function runWithDescriptors(load: () => Promise<unknown>): Promise<void> {
  const limit = descriptorLimit();
  const needed = reservedDescriptors + connectionsMin;
  if (limit >= needed) {
    await load();
    return;
  }
  process.stderr.write(
    `The limit of open files must be at least ${needed}, got ${limit}: raise it with ulimit -n, LimitNOFILE= in systemd or ulimits in Docker\n`,
  );
  process.exitCode = 1;
}
