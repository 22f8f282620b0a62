/** The values that a statement binds: texts of requests are never part of its SQL. */

export type Bound = string | readonly string[];
export type Bind = (value: Bound) => string;

/** Returns a function that binds a text or a list under a name with this prefix and returns its placeholder in the SQL, and the values bound so far. */
export function binder(prefix: string): { bind: Bind; params: Record<string, Bound> } {
  const params: Record<string, Bound> = {};
  let count = 0;
  const bind = (value: Bound) => {
    const name = `${prefix}_${count++}`;
    params[name] = value;
    return `{${name}:${typeof value === 'string' ? 'String' : 'Array(String)'}}`;
  };
  return { bind, params };
}
