/** Lines that somebody names to a command. */
import { loadData } from './load.ts';
import { type ResolvedLine, resolveAll } from './resolve.ts';

/**
 * The lines of the data in the working directory with these names; all of them without names.
 * @throws when there is no line of a name
 */
export async function linesByName(names: readonly string[]): Promise<ResolvedLine[]> {
  const { lines } = resolveAll(await loadData(process.cwd()));
  const unknown = names.filter((name) => lines[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`No line ${unknown.join(', ')}. Write some of: ${Object.keys(lines).join(', ')}.`);
  return Object.values(lines).filter(({ name }) => names.length === 0 || names.includes(name));
}
