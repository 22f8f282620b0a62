/** Wraps a port (a warehouse, a bus), so that a test can act between its calls: fail, delay or change one of them, or kill the process. */

/** One call of a method of a port. */
export interface Call {
  method: string;
  args: readonly unknown[];
  /** The method and its arguments on one line: `command INSERT INTO …`, `longReads.read SELECT …`, `insert events [120] token`, `commit {"offset":7,"metadata":""}`. */
  text: string;
}

/** Runs the call itself, with the original arguments or with others. */
export type Proceed = (...args: unknown[]) => Promise<unknown>;

/** Runs instead of a call. */
export type Around = (call: Call, proceed: Proceed) => unknown;

/** Returns `port` with `around` instead of each of its methods, which must all return promises, and of the methods of its readers and of objects that it passes to callbacks, such as assignments. */
export function wrapPort<Port extends object>(port: Port, around: Around): Port {
  return new Proxy(port, {
    get(target, method): unknown {
      const value: unknown = Reflect.get(target, method, target);
      if (typeof method !== 'string') return value;
      if (isReader(value)) {
        return wrapPort(value, (call, proceed) =>
          around({ ...call, method: `${method}.${call.method}`, text: `${method}.${call.text}` }, proceed),
        );
      }
      if (typeof value !== 'function') return value;
      return async (...args: unknown[]): Promise<unknown> => {
        const proceed: Proceed = async (...given) =>
          Reflect.apply(
            value,
            target,
            (given.length > 0 ? given : args).map((one) => wrapCallback(one, around)),
          );
        return around({ method, args, text: [method, ...args.map(textOf)].join(' ') }, proceed);
      };
    },
  });
}

function isReader(value: unknown): value is object {
  return typeof value === 'object' && value !== null && 'read' in value;
}

function wrapCallback(argument: unknown, around: Around): unknown {
  if (typeof argument !== 'function') return argument;
  return (...handed: unknown[]): unknown =>
    Reflect.apply(
      argument,
      undefined,
      handed.map((one) => (isObject(one) ? wrapPort(one, around) : one)),
    );
}

function textOf(argument: unknown): string {
  if (typeof argument === 'function') return '…';
  if (Array.isArray(argument)) return `[${argument.length}]`;
  if (!isObject(argument)) return String(argument);
  if ('sql' in argument) return String(argument.sql);
  if ('name' in argument) return String(argument.name);
  return JSON.stringify(argument);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
