/** Debounces a value that changes with every key. */
import { useEffect, useState } from 'preact/hooks';

/** The debounce interval: the pause in typing before a request. */
const typingMs = 150;

/** Returns the value once it has not changed for a moment. */
export function useSettled<Value>(value: Value): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), typingMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
