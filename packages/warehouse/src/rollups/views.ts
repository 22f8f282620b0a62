/** What the views on the change tables do, as the store has them. */
import { AppError } from '@footfall/errors';
import type { Warehouse } from '../driver/port.ts';

interface View {
  /** Which it fills, in order. */
  columns: readonly string[];
  select: string;
}

/** The view called `view`, reading `source` instead of the table `from`. */
export async function readView(
  warehouse: Pick<Warehouse, 'read'>,
  view: string,
  from: string,
  source: string,
): Promise<View> {
  const [defined] = await warehouse.read<{ text: string; columns: string[] }>({
    sql: `SELECT as_select AS text,
            (SELECT groupArray(name) FROM (
              SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${view}' ORDER BY position)) AS columns
          FROM system.tables WHERE database = currentDatabase() AND name = '${view}'`,
  });
  // The engine writes the database before the table's name.
  const select = defined?.text.replace(new RegExp(`FROM (\\w+\\.|\`[^\`]+\`\\.)?${from}\\b`), `FROM ${source}`);
  if (!defined || !select?.includes(source)) {
    throw new AppError('INTERNAL_ERROR', `View ${view} is not as the migrations make it`);
  }
  return { columns: defined.columns, select };
}
