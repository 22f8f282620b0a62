/** Buttons in a line, one of which is pressed. */

interface SwitchProps<Option> {
  title: string;
  options: readonly Option[];
  chosen: Option;
  textOf: (option: Option) => string;
  onChoose: (option: Option) => void;
}

export function Switch<Option>({ title, options, chosen, textOf, onChoose }: SwitchProps<Option>) {
  return (
    <div class="switch row" role="group" aria-label={title}>
      {options.map((option) => (
        <button key={textOf(option)} type="button" aria-pressed={option === chosen} onClick={() => onChoose(option)}>
          {textOf(option)}
        </button>
      ))}
    </div>
  );
}
