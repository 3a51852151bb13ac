/** The columns of a list. */
import type { RecordColumn, RecordsBlock } from '../generated/config.ts';

/** Whether it is said of the rows where it is true, beside what they are named, and of no other. */
const isMark = ({ words }: RecordColumn): boolean => String(words) === 'true';

/** What stands in the cells of each row, and the properties that are marks: no columns. */
export function columnsOf({ columns }: Pick<RecordsBlock, 'columns'>): {
  readonly columns: readonly RecordColumn[];
  readonly marks: readonly string[];
} {
  const all = columns.map((each): RecordColumn => (typeof each === 'string' ? { name: each } : each));
  return {
    columns: all.filter((each) => !isMark(each)),
    marks: all.filter(isMark).map(({ name }) => name),
  };
}
