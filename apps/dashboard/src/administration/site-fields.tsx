/** The fields of a site. They accept pasted URLs, and show what is wrong with a value. */
import type { ComponentChildren } from 'preact';
import { Field } from '../controls/form.tsx';
import { administrationWords } from '../words/administration-words.ts';
import { domainOf, originsOf, zoneNamed } from './site-values.ts';

interface Rule {
  /** Returns the value to store; undefined if the text is refused. */
  tidy: (text: string) => string | undefined;
  wrong: string;
}

const { settings: say } = administrationWords;

const rules: Readonly<Record<string, Rule>> = {
  domain: { tidy: domainOf, wrong: say.domainWrong },
  origins: { tidy: originsOf, wrong: say.originsWrong },
  timezone: { tidy: zoneNamed, wrong: say.timezoneWrong },
};

/** Contains fields of a form: one with a value that is refused keeps the form from being sent. */
export function SiteFields({ children }: { children: ComponentChildren }) {
  return (
    <div class="form" onInput={check} onChange={check}>
      {children}
    </div>
  );
}

export function ZoneField({ value, note }: { value: string | null; note: string }) {
  return (
    <Field
      name="timezone"
      label={say.timezone}
      note={note}
      value={value}
      suggestions={Intl.supportedValuesOf('timeZone')}
    />
  );
}

function check({ type, target: field }: Event): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const rule = rules[field.name];
  if (rule === undefined) return;
  const value = rule.tidy(field.value.trim());
  field.setCustomValidity(value === undefined ? rule.wrong : '');
  if (type === 'change' && value !== undefined) field.value = value;
}
