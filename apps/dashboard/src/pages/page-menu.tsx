/** The menu: other pages, colours, signing out. */
import { useState } from 'preact/hooks';
import { Choices } from '../controls/choices.tsx';
import { Popup } from '../controls/popup.tsx';
import { Switch } from '../controls/switch.tsx';
import { signOut } from '../questions/me.ts';
import type { Me } from '../questions/resources.ts';
import { hrefWith } from '../state/navigation.ts';
import { chosenTheme, setTheme, themes } from '../state/theme.ts';
import type { View } from '../state/view.ts';
import { words } from '../words/words.ts';

interface PageMenuProps {
  view: View;
  /** Not known yet if absent. */
  me: Me | undefined;
}

export function PageMenu({ view, me }: PageMenuProps) {
  const { header } = words;
  const name = me?.person.name || (me?.person.email ?? header.you);
  const pages = [
    ['/', header.site],
    ['/live', header.live],
    ['/settings', header.settings],
  ] as const;
  return (
    <Popup align="end" label={header.menu} button={<span aria-hidden="true">☰</span>}>
      {(close) => (
        <div class="ranges">
          <Choices
            title={header.menu}
            onChoose={close}
            choices={pages.map(([path, text]) => ({
              href: hrefWith(view, { path, open: undefined }),
              text,
              isChosen: view.path === path,
            }))}
          />
          <Colours />
          <nav class="choices" aria-label={name}>
            <p class="ellipsis">{name}</p>
            <a href="/docs" target="_blank">
              {header.api}
            </a>
            <button type="button" onClick={() => void signOut()}>
              {header.signOut}
            </button>
          </nav>
        </div>
      )}
    </Popup>
  );
}

function Colours() {
  const [theme, choose] = useState(chosenTheme);
  return (
    <Switch
      title={words.header.theme}
      options={themes}
      chosen={theme}
      textOf={(one) => words.header.themes[one]}
      onChoose={(one) => {
        setTheme(one);
        choose(one);
      }}
    />
  );
}
