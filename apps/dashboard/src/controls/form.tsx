/** A form: labelled fields, one button, and the outcome of the last submit. */
import { type ComponentChildren, h, type TargetedEvent } from 'preact';
import { useId, useState } from 'preact/hooks';
import { formWords } from '../words/form-words.ts';
import { admin, ApiError } from '../resources/api.ts';
import { faultText } from './state.tsx';

type Values = Readonly<Record<string, string>>;

interface FormProps {
  button: string;
  /** Rejects with the reason of the failure. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Shown after a successful submit. */
  done?: string;
  isDangerous?: boolean;
  /** True if each submit creates something: the fields are reset after it. */
  isForNew?: boolean;
  children?: ComponentChildren;
}

export function Form({ button, onSubmit, done = formWords.saved, isDangerous, isForNew, children }: FormProps) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ text?: string; isFault?: boolean; isSignedOut?: boolean }>({});
  const submit = async (form: HTMLFormElement) => {
    // A disabled button would lose the focus.
    if (isBusy) return;
    setBusy(true);
    try {
      await onSubmit(valuesOf(form));
      if (isForNew) form.reset();
      setOutcome({ text: done });
    } catch (fault) {
      const isSignedOut = fault instanceof ApiError && fault.status === 401 && admin.csrfToken !== undefined;
      setOutcome({ text: faultText(fault), isFault: true, isSignedOut });
    }
    setBusy(false);
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
      onInput={() => setOutcome({})}
    >
      {children}
      <p class="submit row">
        <button type="submit" class={isDangerous ? 'danger' : 'main'} aria-disabled={isBusy}>
          {button}
        </button>
        <span role="status" class={outcome.isFault ? 'down' : 'muted'}>
          {outcome.text}
        </span>
        {outcome.isSignedOut && (
          <a href="/" target="_blank">
            {formWords.signInElsewhere}
          </a>
        )}
      </p>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  note?: string;
  value?: string | null | undefined;
  type?: 'text' | 'email' | 'password' | 'date';
  isRequired?: boolean;
  /** The pattern of the whole value; the browser shows `title` at the field if it does not match. */
  pattern?: string;
  title?: string;
  autocomplete?: string;
  /** The choices, by value. */
  options?: Readonly<Record<string, string>>;
  /** Suggested values; others can be typed. */
  suggestions?: readonly string[];
  lines?: number;
  minLength?: number;
  maxLength?: number;
  onInput?: (value: string) => void;
}

export function Field({
  label,
  note,
  value,
  isRequired,
  options,
  suggestions,
  lines,
  autocomplete = 'off',
  onInput,
  ...own
}: FieldProps) {
  const tag: string = options ? 'select' : lines ? 'textarea' : 'input';
  const choices = Object.entries(options ?? {}).map(([option, text]) => <option value={option}>{text}</option>);
  const listId = useId();
  const attributes = {
    ...own,
    list: suggestions && listId,
    autocomplete,
    rows: lines,
    required: isRequired,
    defaultValue: value ?? '',
    spellcheck: false,
    onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement>) => onInput?.(currentTarget.value),
  };
  return (
    <label class="field">
      <span>{label}</span>
      {h(tag, attributes, choices)}
      {suggestions && (
        <datalist id={listId}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
      {note && <small class="muted">{note}</small>}
    </label>
  );
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  );
}

/** Returns the values without the empty ones. */
export function filledIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
