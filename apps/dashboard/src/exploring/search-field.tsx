/** The search field of a drawer, which has the focus at first. */

/** The longest text that the API searches for. */
export const searchCharsMax = 200;

interface SearchFieldProps {
  label: string;
  text: string;
  onText: (text: string) => void;
}

export function SearchField({ label, text, onText }: SearchFieldProps) {
  return (
    <input
      autofocus
      type="search"
      value={text}
      maxLength={searchCharsMax}
      placeholder={label}
      aria-label={label}
      onInput={({ currentTarget }) => onText(currentTarget.value)}
      // WebKit's search fields handle Esc, even when they are empty.
      onKeyDown={({ key, currentTarget }) =>
        key === 'Escape' && text === '' && currentTarget.closest('dialog')?.close()
      }
    />
  );
}
