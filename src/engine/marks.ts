/** Columns of a list that are no column. */
import type { RecordsBlock } from '../generated/config.ts';

/** Whether it is said of the rows where it is true, beside what they are named, and of no other. */
export const isMark = (column: RecordsBlock['columns'][number]): boolean =>
  typeof column === 'object' && String(column.words) === 'true';
