/** Options of the commands: a wrong one is told in one sentence with what to write instead, before anything is begun. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<T extends Options> = ReturnType<typeof parseArgs<{ options: T }>>['values'];

/** A value that cannot be used; its message says what to write instead. */
export class WrongOption extends Error {}

/**
 * Reads the command's options, and makes of them what the command works with. `--help` prints the usage. What is wrong,
 * or throws a `WrongOption` in `use`, ends the process with 1.
 * @param most words that the command takes besides its options
 */
export function readOptions<T extends Options, R>(
  usage: string,
  options: T,
  use: (values: Values<T>, words: readonly string[]) => R,
  most = 0,
): R {
  try {
    const { values, positionals } = parseArgs({
      options: { ...options, help: { type: 'boolean' } },
      allowPositionals: most > 0,
    });
    if ((values as { help?: boolean }).help) {
      process.stdout.write(`${usage}\n`);
      process.exit(0);
    }
    const [surplus] = positionals.slice(most);
    if (surplus !== undefined) throw new WrongOption(`"${surplus}" is a word too many.`);
    return use(values as Values<T>, positionals);
  } catch (error) {
    const isWrong = error instanceof WrongOption || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    if (!isWrong) throw error;
    process.stderr.write(`${(error as Error).message}\n${usage}\n`);
    process.exit(1);
  }
}
