/**
 * `npx tsx src/tools/reproduce.ts`: builds the present commit in two clones, in folders of other names and depths, and
 * compares all that came of it: the release's id and every file, but for when it was built. Exit code 1 when they differ.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const home = mkdtempSync(join(tmpdir(), 'foyer-reproduce-'));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}

/** Builds a clone. Gives the hash of each file of `dist/`, by name. */
function built(folder: string): ReadonlyMap<string, string> {
  execFileSync('git', ['clone', '--quiet', process.cwd(), folder]);
  cpSync(realpathSync('node_modules'), join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  say(`Building in ${folder} ...`);
  execFileSync(process.execPath, ['--import', 'tsx', 'src/tools/build.ts', '--quick'], {
    cwd: folder,
    stdio: 'inherit',
  });
  const dist = join(folder, 'dist');
  return new Map(
    filesBelow(dist).map((file) => {
      const text = readFileSync(file);
      // The one thing that may differ.
      const content = file.endsWith('release.json') ? String(text).replace(/"builtAt":"[^"]*"/, '') : text;
      return [relative(dist, file), createHash('sha256').update(content).digest('hex')];
    }),
  );
}

try {
  const [one, other] = [built(join(home, 'one')), built(join(home, 'a/deeper/place'))];
  const names = [...new Set([...one.keys(), ...other.keys()])].sort();
  const different = names.filter((name) => one.get(name) !== other.get(name));
  for (const name of different) say(`differs: ${name}`);
  say(different.length === 0 ? `${names.length} files are the same in both` : `${different.length} files differ`);
  process.exitCode = different.length === 0 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
