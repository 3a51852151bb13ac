/** Stands in for rjsf's search for nested conditions in a schema: compiled forms have none. */
export default function hasNestedConditional(): boolean {
  return false;
}
