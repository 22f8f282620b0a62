/** The search field of a drawer. */
interface SearchFieldProps {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** The longest text, in characters. */
  charsMax?: number;
  autofocus?: boolean;
}

export function SearchField({ label, text, onText, charsMax, autofocus }: SearchFieldProps) {
  return (
    <input
      autofocus={autofocus}
      type="search"
      value={text}
      maxLength={charsMax}
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
