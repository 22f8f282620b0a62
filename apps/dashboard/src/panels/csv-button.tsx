/** A button that saves a list as the CSV file of the API. */
import { Act } from '../controls/act.tsx';
import { words } from '../words/words.ts';

interface CsvButtonProps {
  /** The name of the file. */
  name: string;
  load: () => Promise<string>;
}

export function CsvButton({ name, load }: CsvButtonProps) {
  const save = async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([await load()], { type: 'text/csv;charset=utf-8' }));
    link.download = `${name}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return <Act text={words.csv} act={save} />;
}
