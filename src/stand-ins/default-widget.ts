/** Stands in for rjsf's `resolveDefaultWidget`: each of our fields names its widget, which knows its options. */
export default function resolveDefaultWidget(): object {
  return {};
}
