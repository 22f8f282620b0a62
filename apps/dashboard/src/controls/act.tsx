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
  const [{ isBusy = false, fault }, setState] = useState<{ isBusy?: boolean; fault?: unknown }>({});
  const onClick = () => {
    // A disabled button would lose the focus.
    if (isBusy) return;
    setState({ isBusy: true });
    void act().then(
      () => setState({}),
      (reason: unknown) => setState({ fault: reason }),
    );
  };
  return (
    <>
      {fault !== undefined && (
        <span class="down" role="alert">
          {faultText(fault)}
        </span>
      )}
      <button
        type="button"
        class={isMain ? 'main' : isDangerous ? 'danger' : undefined}
        aria-disabled={isBusy}
        onClick={onClick}
      >
        {text}
      </button>
    </>
  );
}
