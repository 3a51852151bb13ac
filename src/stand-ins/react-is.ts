/** Stands in for react-is: rjsf asks it about widgets that are no plain functions, and ours are. */
export const isForwardRef = (): boolean => false;
export const isMemo = isForwardRef;

export default { isForwardRef, isMemo };
