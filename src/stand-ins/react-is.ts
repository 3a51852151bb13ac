/** Stands in for react-is, of which rjsf asks two questions about widgets. */
const typeOf = (value: unknown): unknown => (value as { readonly $$typeof?: unknown } | null | undefined)?.$$typeof;

const reactIs = {
  isForwardRef: (element: { readonly type?: unknown }): boolean =>
    typeOf(element.type) === Symbol.for('react.forward_ref'),
  isMemo: (element: { readonly type?: unknown }): boolean => typeOf(element.type) === Symbol.for('react.memo'),
};
export default reactIs;
