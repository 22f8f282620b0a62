/** The version of the product in another checkout, which runs in a separate process on a separate store. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WarehouseSettings } from '@footfall/warehouse';
import type { Range } from '../designs/design.ts';
import type { Contender, ScreenCost } from './contender.ts';

const script = fileURLToPath(new URL('../../screen/version.mjs', import.meta.url));

export interface OtherVersion extends Contender {
  close(): Promise<void>;
}

interface Start {
  /** The root of the checkout, which must have been built. */
  root: string;
  settings: WarehouseSettings;
  workspaceId: string;
  range: Range;
}

interface Reply {
  id: number;
  result?: unknown;
  error?: string;
}

/** Resolves once it is ready. */
export async function startOtherVersion(start: Start): Promise<OtherVersion> {
  const child = fork(script, [JSON.stringify(start)]);
  const exited = once(child, 'exit');
  const waiting = new Map<number, (reply: Reply) => void>();
  child.on('message', (came: Reply) => waiting.get(came.id)?.(came));
  child.once('exit', () => {
    for (const [id, take] of waiting) take({ id, error: `The version in ${start.root} ended` });
  });
  let sent = 0;
  async function reply(id: number): Promise<unknown> {
    const { result, error } = await new Promise<Reply>((resolve) => waiting.set(id, resolve));
    waiting.delete(id);
    if (error !== undefined) throw new Error(error);
    return result;
  }
  function request(what: 'time' | 'cost', endpoints: readonly string[]): Promise<unknown> {
    sent += 1;
    child.send({ id: sent, what, endpoints });
    return reply(sent);
  }
  await reply(0);
  return {
    name: 'version before',
    time: async (endpoints) => Number(await request('time', endpoints)),
    cost: async (endpoints) => toCost(await request('cost', endpoints)),
    async close() {
      child.disconnect();
      await exited;
    },
  };
}

function toCost(value: unknown): ScreenCost {
  const count = (name: string) => Number(typeof value === 'object' && value !== null ? Reflect.get(value, name) : NaN);
  return { statements: count('statements'), bytesRead: count('bytesRead'), partsRead: count('partsRead') };
}
