/** A button that saves rows as CSV. */
import { Act } from '../controls/act.tsx';
import { words } from '../words/words.ts';
import { type Table, toCsv } from './csv.ts';
import type { Row } from '../panels/row.ts';

interface CsvButtonProps {
  /** Of the file. */
  name: string;
  table: Table;
  load: () => Promise<readonly Row[]>;
}

export function CsvButton({ name, table, load }: CsvButtonProps) {
  const save = async () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([toCsv(table, await load())], { type: 'text/csv;charset=utf-8' }));
    link.download = `${name}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return <Act text={words.csv} act={save} />;
}
