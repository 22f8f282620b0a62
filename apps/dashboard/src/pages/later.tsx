/** Loads the pages of administration and shows one of them. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { faultText } from '../controls/state.tsx';

type Administration = typeof import('../administration/administration.ts');

let loaded: Administration | undefined;

export function Later({ children }: { children: (pages: Administration) => ComponentChildren }) {
  const [pages, setPages] = useState(loaded);
  const [fault, setFault] = useState<unknown>();
  useEffect(() => void load().then(setPages, setFault), []);
  if (fault !== undefined) return <p role="alert">{faultText(fault)}</p>;
  return <>{pages && children(pages)}</>;
}

async function load(): Promise<Administration> {
  loaded = await import('../administration/administration.ts');
  return loaded;
}
