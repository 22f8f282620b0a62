/** The field of a new password, which can be left empty unless it is required. */
import { Field } from '../controls/form.tsx';
import { administrationWords } from '../words/administration-words.ts';

const { form } = administrationWords;
/** As the server requires, and the note says. */
const charactersMin = 10;

interface NewPasswordProps {
  label?: string;
  isRequired?: boolean;
  onInput?: (value: string) => void;
}

export function NewPassword({ label = form.optional(form.password), ...own }: NewPasswordProps) {
  return (
    <Field
      name="password"
      label={label}
      note={form.passwordNote}
      type="password"
      autocomplete="new-password"
      minLength={charactersMin}
      {...own}
    />
  );
}
