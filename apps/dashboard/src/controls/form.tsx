/** A form: labelled fields, one button, and what came of pressing it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';
import { faultText } from './state.tsx';

type Values = Readonly<Record<string, string>>;

interface FormProps {
  button: string;
  /** Rejects with the reason why it was not done. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Shown once it is done. */
  done?: string;
  isDangerous?: boolean;
  children?: ComponentChildren;
}

export function Form({ button, onSubmit, done = words.saved, isDangerous, children }: FormProps) {
  const [outcome, setOutcome] = useState<'idle' | 'busy' | 'done' | { fault: unknown }>('idle');
  const submit = async (form: HTMLFormElement) => {
    setOutcome('busy');
    try {
      await onSubmit(valuesOf(form));
      setOutcome('done');
    } catch (fault) {
      setOutcome({ fault });
    }
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(event.currentTarget);
      }}
      onInput={() => outcome !== 'busy' && setOutcome('idle')}
    >
      {children}
      <p class="submit">
        <button type="submit" class={isDangerous ? 'danger' : 'main'} disabled={outcome === 'busy'}>
          {button}
        </button>
        <span role="status" class={typeof outcome === 'object' ? 'down' : 'muted'}>
          {typeof outcome === 'object' ? faultText(outcome.fault) : outcome === 'done' && done}
        </span>
      </p>
    </form>
  );
}

interface InputAttributes {
  name: string;
  required: boolean;
  'aria-describedby': string | undefined;
  defaultValue: string;
  autocomplete: string;
}

/** The types differ in what else an input may have. */
const inputs = {
  text: (attributes: InputAttributes) => <input type="text" spellcheck={false} {...attributes} />,
  email: (attributes: InputAttributes) => <input type="email" {...attributes} />,
  password: (attributes: InputAttributes) => <input type="password" {...attributes} />,
  date: (attributes: InputAttributes) => <input type="date" {...attributes} />,
};

interface FieldProps {
  name: string;
  label: string;
  note?: string;
  value?: string | null | undefined;
  type?: keyof typeof inputs;
  isRequired?: boolean;
  autocomplete?: string;
  /** One of these, by value. */
  options?: Readonly<Record<string, string>>;
  lines?: number;
}

export function Field({
  name,
  label,
  note,
  value,
  type = 'text',
  isRequired,
  autocomplete,
  options,
  lines,
}: FieldProps) {
  const common = { name, required: isRequired ?? false, 'aria-describedby': note && `${name}-note` };
  return (
    <label class="field">
      <span>{label}</span>
      {options !== undefined ? (
        <select {...common} defaultValue={value ?? ''}>
          {Object.entries(options).map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      ) : lines !== undefined ? (
        <textarea {...common} rows={lines} defaultValue={value ?? ''} spellcheck={false} />
      ) : (
        inputs[type]({ ...common, defaultValue: value ?? '', autocomplete: autocomplete ?? 'off' })
      )}
      {note !== undefined && (
        <small class="muted" id={`${name}-note`}>
          {note}
        </small>
      )}
    </label>
  );
}

function valuesOf(form: HTMLFormElement): Values {
  const fields = [...new FormData(form)].filter((field): field is [string, string] => typeof field[1] === 'string');
  return Object.fromEntries(fields.map(([name, value]) => [name, value.trim()]));
}

/** Leaves out what was not filled in. */
export function filledIn(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}
