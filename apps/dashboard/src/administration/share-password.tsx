/** Asks for the password of a share. */
import { Field, Form } from '../controls/form.tsx';
import { WholeSheet } from '../controls/sheet.tsx';
import { administrationWords } from '../words/administration-words.ts';

interface SharePasswordProps {
  /** The reason why the last password was refused. */
  refusal: string | undefined;
  open: (password: string) => void;
}

export function SharePassword({ refusal, open }: SharePasswordProps) {
  const say = administrationWords.share;
  return (
    <WholeSheet title={say.title}>
      <Form button={say.open} done="" onSubmit={async ({ password = '' }) => open(password)}>
        <Field name="password" label={administrationWords.form.password} type="password" isRequired />
      </Form>
      {refusal !== undefined && <p class="down">{refusal}</p>}
    </WholeSheet>
  );
}
