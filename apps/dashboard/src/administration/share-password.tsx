/** Prompts for the password of a share. */
import { Field, Form } from '../controls/form.tsx';
import { WholeSheet } from '../controls/sheet.tsx';
import { administrationWords } from '../words/administration-words.ts';

interface SharePasswordProps {
  /** Rejects with the reason why the password is refused. */
  open: (password: string) => Promise<unknown>;
}

export function SharePassword({ open }: SharePasswordProps) {
  const say = administrationWords.share;
  return (
    <WholeSheet title={say.title}>
      <Form button={say.open} done="" onSubmit={({ password = '' }) => open(password)}>
        <Field name="password" label={administrationWords.form.password} type="password" isRequired />
      </Form>
    </WholeSheet>
  );
}
