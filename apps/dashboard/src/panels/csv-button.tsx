/** A button that saves a list as a CSV file; the script that writes the file is loaded on the first click. */
import { Act } from '../controls/act.tsx';
import { orReload } from '../controls/later.tsx';
import { words } from '../words/words.ts';
import type { Table } from './csv.ts';

interface CsvButtonProps {
  /** The name of the file. */
  name: string;
  load: () => Promise<string | Table>;
}

export function CsvButton({ name, load }: CsvButtonProps) {
  const save = async () => (await orReload(import('./csv.ts'))).saveCsv(name, await load());
  return <Act text={words.csv} act={save} />;
}
