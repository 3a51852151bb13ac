/**
 * `npm run new-line -- --name <folder> --id <n> --extends <region> --host <host>`: writes a line that is complete
 * and passes `npm run check`, in `lines/<folder>/` and nowhere else.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { checkSources } from './check.ts';
import { formatFault, suggest } from './checks/fault.ts';
import { schemaPath } from './checks/files.ts';
import { isDictionary } from './documents.ts';
import { loadData, overlay, type Sources } from './load.ts';
import { newArt, newTheme } from './new-line-art.ts';
import { type ResolvedLine, resolveAll } from './resolve.ts';

export interface NewLine {
  readonly name: string;
  readonly id: number;
  readonly extends: string;
  readonly host: string;
}

/** Why a line cannot be made, and what to do about it. */
class Refusal extends Error {}

const OPTIONS = ['name', 'id', 'extends', 'host'] as const;
const USAGE =
  'npm run new-line -- --name aurora --id 42 --extends _overseas --host aurora.example\n' +
  '  --name     folder under lines/, kebab-case\n' +
  '  --id       number that no other line has\n' +
  '  --extends  region the line belongs to, a folder under lines/ that begins with _\n' +
  '  --host     host that no other line answers to';

/** What is given, by its option; another option is refused as it is written. */
function given(args: readonly string[]): Readonly<Partial<Record<(typeof OPTIONS)[number], string>>> {
  const options = Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' } as const]));
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true });
  const wrong = tokens.find((token) => token.kind !== 'option' || !OPTIONS.some((name) => name === token.name));
  if (wrong !== undefined) {
    const what = wrong.kind === 'option' ? `--${wrong.name} is no option` : `"${args[wrong.index]}" is a word too many`;
    const known = OPTIONS.map((name) => `--${name}`);
    const fix = wrong.kind === 'option' ? suggest(`--${wrong.name}`, known, `write some of: ${known.join(', ')}`) : '';
    throw new Refusal(`${[what, fix].filter(Boolean).join(': ')}. Write:\n${USAGE}`);
  }
  return Object.fromEntries(tokens.flatMap((each) => (each.kind === 'option' ? [[each.name, each.value]] : [])));
}

/** Reads the command line; refuses what is missing or misspelt. */
export function readArguments(args: readonly string[]): NewLine {
  const { name, id, extends: region, host } = given(args);
  for (const [option, value] of Object.entries({ name, id, extends: region, host })) {
    if (typeof value !== 'string' || value === '') throw new Refusal(`--${option} is missing. Write:\n${USAGE}`);
  }
  if (!/^[0-9]+$/.test(String(id))) throw new Refusal(`--id ${id} is no number: write a whole number, such as --id 42`);
  return { name: String(name), id: Number(id), extends: String(region), host: String(host).toLowerCase() };
}

function refuseTaken(wanted: NewLine, sources: Sources, lines: Readonly<Record<string, ResolvedLine>>): void {
  const { name, id, host } = wanted;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) {
    throw new Refusal(`--name ${name} is no folder name: write it in kebab-case, such as "blue-sky"`);
  }
  if ([...sources.paths].some((file) => file.startsWith(`lines/${name}/`))) {
    throw new Refusal(`name "${name}" is taken: lines/${name} exists. Choose another --name, or delete that folder`);
  }
  const twin = Object.values(lines).find((line) => line.line.id === id);
  if (twin) {
    const highest = Math.max(...Object.values(lines).map((line) => line.line.id ?? 0));
    throw new Refusal(`id ${id} is taken by line "${twin.name}": choose another, such as --id ${highest + 1}`);
  }
  if (!/^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/.test(host)) {
    throw new Refusal(`--host ${host} is no host name: write it without scheme, port and star, such as aurora.example`);
  }
  const owner = Object.values(lines).find((line) => (line.line.hosts ?? []).some((other) => claims(other, host)));
  if (owner) throw new Refusal(`host ${host} is taken by line "${owner.name}": choose another --host`);
  const regions = [...sources.paths].flatMap((file) => /^lines\/(_[^/]+)\/line\.json$/.exec(file)?.[1] ?? []);
  if (!regions.includes(wanted.extends)) {
    const fix = suggest(wanted.extends, regions, `write one of: ${regions.join(', ')}`);
    throw new Refusal(`no region "${wanted.extends}" under lines/: ${fix}`);
  }
}

/** A host, or all hosts under one (`*.host`). */
const claims = (taken: string, host: string) =>
  taken === host || `*.${host}` === taken || (taken.startsWith('*.') && host.endsWith(taken.slice(1)));

const titleCase = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_, dash, letter: string) => (dash ? ' ' : '') + letter.toUpperCase());

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

/** A line of the other zone, where visitors who came to the wrong site are sent. */
function otherZoneOf(zone: unknown, lines: Readonly<Record<string, ResolvedLine>>) {
  const other = Object.values(lines)
    .filter((line) => line.line.zone !== zone && line.line.routes?.[line.line.home])
    .sort((a, b) => a.line.id - b.line.id)[0];
  if (!other) return {};
  const route = other.line.routes[other.line.home]?.[0];
  return { otherZone: { line: other.name, url: `https://${other.line.brandHost}${route}` } };
}

/** What the region leaves to its lines. */
function lineFile(
  { name, id, extends: region, host }: NewLine,
  sources: Sources,
  lines: Readonly<Record<string, ResolvedLine>>,
) {
  const site = `https://${host}`;
  const below = sources.files.get(`lines/${region}/line.json`)?.value;
  const types = Object.values(lines)[0]?.enums.businessType ?? {};
  return {
    $schema: schemaPath(`lines/${name}/line.json`, 'line.json'),
    id,
    extends: region,
    hosts: [host, `*.${host}`],
    brandHost: host,
    businessTypes: Object.keys(types).slice(0, 2),
    ...otherZoneOf(isDictionary(below) ? below.zone : undefined, lines),
    links: {
      terms: `${site}/terms`,
      privacy: `${site}/privacy`,
      support: `${site}/support`,
    },
    downloads: ['windows', 'macos', 'linux'].map((system) => ({
      id: system,
      system,
      url: `${site}/download/${system}`,
    })),
    redirects: { origins: [site] },
    owners: [`${name}-ops`],
  };
}

/** Languages there are texts for a new line in, with those texts. */
function templates(sources: Sources): Record<string, Record<string, string>> {
  const found = [...sources.files.values()].flatMap((file): [string, Record<string, string>][] => {
    const [, language] = /^schemas\/new-line\/([a-z]+)\.json$/.exec(file.path) ?? [];
    return language !== undefined && isDictionary(file.value) ? [[language, file.value as Record<string, string>]] : [];
  });
  return Object.fromEntries(found);
}

/** Every file of the new line, by path. Throws a `Refusal` when something is taken or unknown. */
export function newLineFiles(wanted: NewLine, sources: Sources): Record<string, string> {
  const { lines } = resolveAll(sources);
  refuseTaken(wanted, sources, lines);
  const folder = `lines/${wanted.name}`;
  const brand = titleCase(wanted.name);
  const theme = newTheme(wanted.name);
  const texts = templates(sources);
  const files: Record<string, string> = {
    [`${folder}/line.json`]: json(lineFile(wanted, sources, lines)),
    [`${folder}/theme.json`]: json({ $schema: schemaPath(`${folder}/theme.json`, 'theme.json'), ...theme }),
  };
  const promotion: Record<string, string> = {};
  for (const [language, { $schema: _, promotion: banner, ...ofLine }] of Object.entries(texts)) {
    const file = `${folder}/messages/${language}.json`;
    files[file] = json({ $schema: schemaPath(file, 'messages.json'), 'line.brand': brand, ...ofLine });
    if (banner !== undefined) promotion[language] = banner.replaceAll('{brand}', brand);
  }
  for (const [file, drawing] of Object.entries(newArt(wanted.name, brand, theme))) {
    files[`${folder}/assets/${file}`] = drawing;
  }
  const banner = `${folder}/register-static/promotion.json`;
  files[banner] = json({ $schema: schemaPath(banner, 'banner.json'), text: promotion });
  return files;
}

/** Makes the line under `root` and gives the files written. Writes nothing when the line would not pass the check. */
async function makeLine(root: string, wanted: NewLine): Promise<string[]> {
  const sources = await loadData(root);
  const files = newLineFiles(wanted, sources);
  const before = new Set(checkSources(sources).map(formatFault));
  const added = checkSources(overlay(sources, files))
    .map(formatFault)
    .filter((fault) => !before.has(fault));
  if (added.length > 0) {
    throw new Refusal(`a new line of ${wanted.extends} would have faults; mend these first:\n${added.join('\n')}`);
  }
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), content, { flag: 'wx' });
  }
  return Object.keys(files);
}

async function main(): Promise<void> {
  try {
    const wanted = readArguments(process.argv.slice(2));
    for (const file of await makeLine(process.cwd(), wanted)) console.log(`wrote ${file}`);
    const { name } = wanted;
    console.log(`Line "${name}" is ready: npm run check, then npm start and open http://${name}.localhost:4400`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void main();
