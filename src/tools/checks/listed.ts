/** What to write for an unknown name of a list: none that stands in the list already. */
import { isDictionary } from '../documents.ts';
import type { Path } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { nearest, suggest } from './fault.ts';

/** The other names of the list of names that a place is in. */
function listedBeside(line: ResolvedLine, document: string, at: Path): string[] {
  const index = at.at(-1);
  if (typeof index !== 'number') return [];
  let list: unknown = line.documents[document]?.value;
  for (const step of at.slice(0, -1))
    list = Array.isArray(list) ? list[Number(step)] : isDictionary(list) ? list[String(step)] : undefined;
  return Array.isArray(list) ? list.filter((each, place) => typeof each === 'string' && place !== index) : [];
}

/**
 * What to write for a name that is not known, which may stand in a list of names.
 * @param known names that may stand there
 * @param otherwise what is said where none is near
 */
export function suggestBeside(
  line: ResolvedLine,
  document: string,
  at: Path,
  name: string,
  known: Iterable<string>,
  otherwise: string,
): string {
  const listed = listedBeside(line, document, at);
  const left = [...known].filter((each) => !listed.includes(each));
  // Of names that are equally near the one was meant that is not there yet.
  const meant = nearest(name, [...left, ...listed]);
  if (meant !== undefined && !left.includes(meant)) return `delete it: "${meant}" is in the list already`;
  return suggest(name, left, otherwise);
}
