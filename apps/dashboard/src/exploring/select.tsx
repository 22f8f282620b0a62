/** A labelled choice. */
interface SelectProps {
  label: string;
  value: string | undefined;
  options: readonly { value: string; text: string }[];
  onChoose: (value: string) => void;
}

export function Select({ label, value = '', options, onChoose }: SelectProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  );
}
