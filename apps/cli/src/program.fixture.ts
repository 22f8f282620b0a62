/** The command line and its warehouse, for tests. */
import { openWarehouse, type Warehouse, warehouseSettingsSchema } from '@footfall/warehouse';
import { runProgram } from './program.ts';

type Environment = Readonly<Record<string, string>>;

export interface Outcome {
  status: number;
  stdout: string;
  stderr: string;
  /** Stdout and stderr, in the order in which they were written. */
  terminal: string;
}

/** Runs `footfall` with `args`; returns its exit status and its output. */
export async function footfall(args: string, environment: Environment): Promise<Outcome> {
  const written = { stdout: '', stderr: '', terminal: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      written[stream] += String(chunk);
      written.terminal += String(chunk);
      return true;
    }),
  );
  try {
    return { status: await runProgram(args.split(' '), () => environment), ...written };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Opens the warehouse of the settings while `use` runs: only one process can have an embedded one open. */
export async function withWarehouse(
  environment: Environment,
  use: (warehouse: Warehouse) => Promise<unknown>,
): Promise<void> {
  const warehouse = await openWarehouse(warehouseSettingsSchema.parse(environment));
  try {
    await use(warehouse);
  } finally {
    await warehouse.close();
  }
}
