/** Calls `listener` for every event of these types on the window, until the returned function is called. */
export function listen(names: readonly string[], listener: (event: Event) => void): () => void {
  for (const name of names) addEventListener(name, listener);
  return () => {
    for (const name of names) removeEventListener(name, listener);
  };
}
