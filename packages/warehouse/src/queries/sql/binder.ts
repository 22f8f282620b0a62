/** The values that a statement binds: texts of requests are never part of its SQL. */

export type Bind = (value: string) => string;

/** Returns a function that binds a value under a name with this prefix and returns its place in the SQL, and the values bound so far. */
export function binder(prefix: string): { bind: Bind; params: Record<string, string> } {
  const params: Record<string, string> = {};
  const bind = (value: string) => {
    const name = `${prefix}_${Object.keys(params).length}`;
    params[name] = value;
    return `{${name}:String}`;
  };
  return { bind, params };
}
