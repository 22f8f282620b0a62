/** A button for an action on the server, which shows the error if it fails. */
import { useState } from 'preact/hooks';
import { faultText } from './state.tsx';

interface ActProps {
  text: string;
  isMain?: boolean;
  isDangerous?: boolean | undefined;
  act: () => Promise<unknown>;
}

export function Act({ text, isMain, isDangerous, act }: ActProps) {
  const [fault, setFault] = useState<unknown>();
  return (
    <>
      {fault !== undefined && <span class="down">{faultText(fault)}</span>}
      <button
        type="button"
        class={isMain ? 'main' : isDangerous ? 'danger' : undefined}
        onClick={() => void act().then(() => setFault(undefined), setFault)}
      >
        {text}
      </button>
    </>
  );
}
