/** A component whose script is loaded when it is shown for the first time. */
import { type ComponentType, type FunctionComponent, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Fault } from './state.tsx';

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [{ fault }, setOutcome] = useState<{ fault?: unknown }>({});
    useEffect(() => {
      if (loaded !== undefined) return;
      void (async () => {
        try {
          loaded = await load();
          setOutcome({});
        } catch (reason) {
          setOutcome({ fault: reason });
        }
      })();
    }, []);
    if (loaded !== undefined) return h(loaded, props);
    // After an upgrade, the server has the script only under the name that a new page knows.
    return fault === undefined ? null : <Fault known={{ fault, retry: () => location.reload() }} />;
  };
}
