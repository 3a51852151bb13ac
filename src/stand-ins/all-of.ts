/** Stands in for rjsf's merge of `allOf`: forms hand in their own (`experimental_customMergeAllOf`), so it is never reached. */
export default function mergeAllOf(): never {
  throw new Error('A form must give experimental_customMergeAllOf.');
}
