/** A component whose script is loaded when it is shown for the first time, with the styles of all such components. */
import { type ComponentType, type FunctionComponent, h } from 'preact';
import type { Resource } from '../resources/resource.ts';
import { useResource } from '../resources/use-resource.ts';
import styles from '../style/later.css?url';
import { Fault } from './state.tsx';

/** The page reloads itself at most this often. */
const reloadMsMin = 60_000;
/** The deadline of the page that a reload would show. */
const pageTimeoutMs = 10_000;

/** `load` loads a script, `pick` returns its component. */
export function later<Script, Props extends object>(
  load: () => Promise<Script>,
  pick: (script: Script) => ComponentType<Props>,
): FunctionComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const resource: Resource<undefined> = {
    // Contains the name of the component, which no other script has.
    key: String(pick),
    async load() {
      const [script] = await orReload(Promise.all([load(), loadStyles()]));
      loaded = pick(script);
      return { result: undefined, asOfMs: 0 };
    },
  };
  return (props) => {
    const known = useResource(loaded === undefined ? resource : undefined);
    if (loaded !== undefined) return h(loaded, props);
    return known.fault === undefined ? null : <Fault known={known} />;
  };
}

/** Loads a script before it is shown. Never rejects: showing it reports why it cannot be loaded. */
export const loadAhead = (load: () => Promise<unknown>) => load().catch(() => undefined);

/** Resolves with the files. Reloads the page if they cannot be loaded: after an upgrade, the server has them only under the names that a new page knows. */
export async function orReload<Files>(files: Promise<Files>): Promise<Files> {
  try {
    return await files;
  } catch (fault) {
    if (performance.now() < reloadMsMin) throw fault;
    const page = await fetch(location.href, { signal: AbortSignal.timeout(pageTimeoutMs) }).catch(() => undefined);
    if (page?.ok) location.reload();
    throw fault;
  }
}

let styling: Promise<void> | undefined;

/** Resolves once the styles apply. */
function loadStyles(): Promise<void> {
  return (styling ??= new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = styles;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      styling = undefined;
      link.remove();
      reject(new TypeError(styles));
    });
    // After the first style sheet, and before the one for printing.
    document.head.append(link);
  }));
}
