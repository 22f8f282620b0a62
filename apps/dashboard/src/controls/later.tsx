/** A component whose script is loaded when it is shown for the first time. */
import { type ComponentType, type FunctionComponent, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Fault } from './state.tsx';

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [outcome, setOutcome] = useState<{ fault?: unknown; tries: number }>({ tries: 0 });
    useEffect(() => {
      if (loaded !== undefined) return;
      void (async () => {
        try {
          loaded = await load();
          setOutcome({ tries: outcome.tries });
        } catch (fault) {
          setOutcome({ fault, tries: outcome.tries });
        }
      })();
    }, [outcome.tries]);
    if (loaded !== undefined) return h(loaded, props);
    const retry = () => setOutcome({ tries: outcome.tries + 1 });
    return outcome.fault === undefined ? null : <Fault known={{ fault: outcome.fault, retry }} />;
  };
}
