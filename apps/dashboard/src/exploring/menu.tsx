/** The content of the page menu: other pages, the theme, shortcuts, signing out. A share has no other pages and no signed-in person. */
import type { Me } from '@footfall/schemas';
import { useState } from 'preact/hooks';
import { Act } from '../controls/act.tsx';
import { Choices } from '../controls/choices.tsx';
import { Switch } from '../controls/switch.tsx';
import { signOut } from '../resources/session.ts';
import { hrefWith } from '../state/navigation.ts';
import { chosenTheme, setTheme, themes } from '../state/theme.ts';
import { hasSingleKeys, setSingleKeys } from '../state/single-keys.ts';
import { isShare, type View } from '../state/view.ts';
import { exploringWords } from '../words/exploring-words.ts';
import { words } from '../words/words.ts';

interface MenuProps {
  view: View;
  /** The signed-in person; undefined while loading. */
  me: Me | undefined;
}

const say = exploringWords.menu;

export function Menu({ view, me }: MenuProps) {
  const { header } = words;
  const isOwn = !isShare(view);
  const name = me?.person.name || (me?.person.email ?? say.you);
  const pages = [
    ['/', say.site],
    ['/live', header.live],
    ['/settings', header.settings],
  ] as const;
  return (
    <div class="ranges">
      {isOwn && (
        <Choices
          title={header.menu}
          choices={pages.map(([path, text]) => ({
            href: hrefWith(view, { path, open: undefined }),
            text,
            isChosen: view.path === path,
          }))}
        />
      )}
      <ThemeSwitch />
      <SingleKeys />
      {isOwn && (
        <nav class="choices" aria-label={name}>
          <p class="ellipsis">{name}</p>
          <a href="/docs" target="_blank">
            {say.api}
          </a>
          <Act text={say.signOut} act={signOut} />
        </nav>
      )}
    </div>
  );
}

function ThemeSwitch() {
  const [theme, choose] = useState(chosenTheme);
  return (
    <div>
      <div class="choices" aria-hidden="true">
        <p>{say.theme}</p>
      </div>
      <Switch
        title={say.theme}
        options={themes}
        chosen={theme}
        textOf={(one) => say.themes[one]}
        onChoose={(one) => {
          setTheme(one);
          choose(one);
        }}
      />
    </div>
  );
}

function SingleKeys() {
  const [isOn, setOn] = useState(hasSingleKeys);
  return (
    <div class="choices">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        onClick={() => {
          setSingleKeys(!isOn);
          setOn(!isOn);
        }}
      >
        {say.singleKeys}
        <span class="muted" aria-hidden="true">
          {isOn ? say.on : say.off}
        </span>
      </button>
    </div>
  );
}
