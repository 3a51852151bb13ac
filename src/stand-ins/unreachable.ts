/** Stands in for parts of rjsf that a flat form with `noValidate` never reaches; if one does, it must not pass silently. */
export default function unreachable(): never {
  throw new Error('A compiled form reached a part of rjsf that was left out.');
}
