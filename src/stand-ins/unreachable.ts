/** Stands in for parts of libraries that this page never reaches; if it does, that must not pass silently. */
export default function unreachable(): never {
  throw new Error('The page reached a part of a library that was left out.');
}
