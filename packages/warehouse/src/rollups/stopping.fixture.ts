/** A warehouse that is gone after so many writes, as for a process that is killed there. For tests only. */
import type { Statement, Warehouse } from '../driver/port.ts';

export const killed = new Error('killed on purpose');

/** The first `writes` inserts and commands take effect; then nothing does any more. */
export function stoppingAfter(warehouse: Warehouse, writes: number): Warehouse {
  let left = writes;
  function requireAlive(): void {
    left -= 1;
    if (left < 0) throw killed;
  }
  async function command(to: Pick<Warehouse, 'command'>, statement: Statement): Promise<void> {
    requireAlive();
    await to.command(statement);
  }
  return {
    queries: warehouse.queries,
    read: (statement) => warehouse.read(statement),
    measure: (statement) => warehouse.measure(statement),
    async insert(table, rows, token) {
      requireAlive();
      await warehouse.insert(table, rows, token);
    },
    command: (statement) => command(warehouse, statement),
    session: (work) => warehouse.session((session) => work({ command: (statement) => command(session, statement) })),
    alone: (name, work) => warehouse.alone(name, work),
    ping: () => warehouse.ping(),
    close: () => warehouse.close(),
  };
}
