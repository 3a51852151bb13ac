/** Stands in for parts of libraries that this page never reaches; if it does, that must not pass silently. */
export default function unreachable(): never {
  throw new Error('This part of a library was left out.');
}
