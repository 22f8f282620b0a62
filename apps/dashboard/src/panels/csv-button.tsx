/** A button that saves rows as CSV. */
import { words } from '../words/words.ts';
import { type Table, toCsv } from './csv.ts';
import type { Row } from './list.ts';

interface CsvButtonProps {
  /** Of the file. */
  name: string;
  table: Table;
  rows: readonly Row[];
}

export function CsvButton({ name, table, rows }: CsvButtonProps) {
  const save = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([toCsv(table, rows)], { type: 'text/csv;charset=utf-8' }));
    link.download = `${name}.csv`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <button type="button" onClick={save}>
      {words.csv}
    </button>
  );
}
