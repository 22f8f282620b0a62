/** The button of the menu; its content is loaded when it is opened. */
import type { Me } from '@footfall/schemas';
import { later } from '../controls/later.tsx';
import { Popup } from '../controls/popup.tsx';
import type { View } from '../state/view.ts';
import { words } from '../words/words.ts';
import { exploring } from './scripts.ts';

const Menu = later(async () => (await exploring()).Menu);

export function PageMenu({ view, me }: { view: View; me: Me | undefined }) {
  return (
    <Popup align="end" label={words.header.menu} button={<span aria-hidden="true">☰</span>}>
      {(close) => <Menu view={view} me={me} close={close} />}
    </Popup>
  );
}
