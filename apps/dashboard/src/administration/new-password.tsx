/** The field of a new password, which can be left empty. */
import { Field } from '../controls/form.tsx';
import { administrationWords } from '../words/administration-words.ts';

const { form } = administrationWords;

export function NewPassword({ label = form.optional(form.password) }: { label?: string }) {
  return <Field name="password" label={label} note={form.passwordNote} type="password" autocomplete="new-password" />;
}
