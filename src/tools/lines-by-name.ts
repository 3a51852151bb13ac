/** Lines that somebody names to a command. */
import { suggest } from './checks/fault.ts';
import { loadData } from './load.ts';
import { readOptions, WrongOption } from './options.ts';
import { type ResolvedLine, resolveAll } from './resolve.ts';

/** The lines of the data in the working directory that the command's words name; all of them without words. */
export async function linesByName(usage: string): Promise<ResolvedLine[]> {
  const { lines } = resolveAll(await loadData(process.cwd()));
  const known = Object.keys(lines);
  return readOptions(
    usage,
    {},
    (_, names) => {
      const unknown = names.find((name) => lines[name] === undefined);
      if (unknown !== undefined)
        throw new WrongOption(`no line "${unknown}": ${suggest(unknown, known, `write some of: ${known.join(', ')}`)}`);
      return Object.values(lines).filter(({ name }) => names.length === 0 || names.includes(name));
    },
    known.length,
  );
}
