/**
 * The workspace after each of many edits is what a fresh run makes of the same texts: the same faults, and lines that
 * compile to the same. The edits are drawn by a seed, so that a failure repeats.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { checkSources } from '../../src/tools/check.ts';
import { compileLine } from '../../src/tools/compile-line.ts';
import { loadData, overlay, type Sources } from '../../src/tools/load.ts';
import { resolveAll } from '../../src/tools/resolve.ts';
import { openWorkspace, type Workspace } from '../../src/tools/workspace.ts';
import { randomFrom } from '../random.ts';

const SEED = 20261125;
const EDITS = 14;

type Draw = <T>(from: readonly T[]) => T;

/** Ways to change a text, sound ones and broken ones. */
const WAYS: readonly ((text: string, draw: Draw) => string | undefined)[] = [
  (text) => `${text}\n`,
  (text, draw) => {
    const numbers = [...text.matchAll(/(?<=": )\d+/g)];
    const found = numbers.length === 0 ? undefined : draw(numbers);
    return found === undefined
      ? text
      : text.slice(0, found.index) + (Number(found[0]) + 1) + text.slice(found.index + found[0].length);
  },
  (text, draw) => {
    const sentences = [...text.matchAll(/(?<=": ")[^"\\]+(?=")/g)];
    const found = sentences.length === 0 ? undefined : draw(sentences);
    return found === undefined
      ? text
      : `${text.slice(0, found.index)}${draw(['x', '{', 'Neu '])}${text.slice(found.index)}`;
  },
  (text, draw) => {
    const lines = text.split('\n');
    const at = draw([...lines.keys()]);
    return lines.filter((_, index) => index !== at).join('\n');
  },
  (text) => text.slice(0, text.length / 2),
  () => undefined,
];

/** The same texts, of which nothing was ever read. */
const fresh = (sources: Sources): Sources =>
  overlay(sources, Object.fromEntries([...sources.files.values()].map(({ path, text }) => [path, text])));

/** What each line is made of, by its name. */
const contentsOf = (sources: Sources): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(resolveAll(sources).lines).map(([name, { documents: _, ...content }]) => [
      name,
      JSON.stringify(content),
    ]),
  );

const OPTIONS = { main: '/assets/main.js', apiBase: '', asset: (file: string) => `/assets/${file}`, banners: {} };

test(`${EDITS} edits, one after the other, each mended half of the time`, async () => {
  const workspace: Workspace = await openWorkspace('.');
  expect(workspace.faults()).toEqual([]);
  const whole = workspace.sources();
  const files = [...whole.files.keys()].filter((file) => !file.startsWith('schemas/config/'));
  const next = randomFrom(SEED);
  const draw: Draw = (from) => from[Math.floor(next() * from.length)] as never;
  let sound = 0;
  let faulty = 0;
  let contents = contentsOf(whole);
  for (let number = 0; number < EDITS; number += 1) {
    const file = draw(files);
    const before = whole.files.get(file)?.text ?? '';
    const text = draw(WAYS)(before, draw);
    const edited = workspace.edit({ [file]: text });
    const again = fresh(workspace.sources());
    // No line that is made of something else now goes unnamed.
    const now = contentsOf(again);
    const names = [...new Set([...contents.keys(), ...now.keys()])];
    const others = names.filter((name) => contents.get(name) !== now.get(name));
    expect({ number, file, unnamed: others.filter((name) => !edited.lines.includes(name)) }).toEqual({
      number,
      file,
      unnamed: [],
    });
    contents = now;
    expect({ number, file, faults: edited.faults }).toEqual({ number, file, faults: checkSources(again) });
    if (edited.faults.length === 0) {
      sound += 1;
      const [kept, made] = [workspace.sources(), again].map((each) => resolveAll(each).lines);
      for (const name of edited.lines)
        expect(compileLine(kept?.[name] as never, OPTIONS)).toEqual(compileLine(made?.[name] as never, OPTIONS));
    } else faulty += 1;
    if (edited.faults.length > 0 || next() < 0.5) {
      workspace.edit({ [file]: before });
      contents = contentsOf(workspace.sources());
    }
  }
  expect(workspace.edit({}).lines).toEqual([]);
  // Edits of both kinds were among them.
  expect({ sound: sound > 2, faulty: faulty > 2 }).toEqual({ sound: true, faulty: true });
}, 240_000);

test('an edit of one line’s sentence concerns that line alone; one of a layer all lines above it', async () => {
  const workspace = await openWorkspace('.');
  const textOf = (file: string): string => workspace.sources().files.get(file)?.text ?? '';
  const concerned = (file: string): readonly string[] => workspace.edit({ [file]: `${textOf(file)}\n` }).lines;
  const lines = resolveAll(workspace.sources()).lines;
  expect(concerned('lines/renderbus/messages/en.json')).toEqual(['renderbus']);
  for (const layer of ['_domestic', '_overseas'])
    expect(concerned(`lines/${layer}/line.json`)).toEqual(
      Object.values(lines).flatMap(({ name, layers }) => (layers.includes(layer) ? name : [])),
    );
  expect(concerned('lines/_base/messages/en.json')).toEqual(Object.keys(lines));
});

describe('releases of edits that no document tells of', () => {
  const { edited, broken } = JSON.parse(
    execFileSync(process.execPath, ['--import', 'tsx', 'tests/tools/edited-releases.ts'], { encoding: 'utf8' }),
  ) as { edited: Record<string, unknown>; broken: unknown };

  test.each(['a banner', 'the spaces of a banner', 'artwork'])(
    '%s is in its line’s release, not on disk, and gone when the file is read again',
    (name) =>
      expect(edited[name]).toEqual({
        faults: [],
        lines: ['ip'],
        holds: true,
        isOnDisk: false,
        linesAgain: ['ip'],
        isBeforeAgain: true,
      }),
  );

  test('while a banner is broken, pages and releases are made with the last good one', () =>
    expect(broken).toEqual({ files: ['lines/ip/register-static/promotion.json'], isDrawn: true, isReleased: true }));
});

describe('what stands on disk is read again', () => {
  const root = mkdtempSync(join(tmpdir(), 'foyer-workspace-'));
  beforeAll(() => {
    for (const folder of ['schemas', 'lines']) cpSync(folder, join(root, folder), { recursive: true });
    for (const folder of ['src', '.cache']) symlinkSync(resolve(folder), join(root, folder));
  });
  afterAll(() => rmSync(root, { recursive: true }));
  const say = (line: string, text: string): string => {
    const file = `lines/${line}/messages/en.json`;
    const before = readFileSync(file, 'utf8');
    writeFileSync(join(root, file), before.replace(/(?<="line\.promise": ")/, `${text} `));
    return file;
  };
  const promise = (workspace: Workspace, line: string): unknown => {
    const file = workspace.sources().files.get(`lines/${line}/messages/en.json`);
    return (file?.value as Record<string, unknown> | undefined)?.['line.promise'];
  };

  test('two readings at once, and an edit meanwhile, lose nothing of each other', async () => {
    const workspace = await openWorkspace(root);
    const file = 'lines/dayan/messages/en.json';
    const text = readFileSync(file, 'utf8').replace(/(?<="line\.promise": ")/, 'Three ');
    const readings = [say('ip', 'One'), say('avica', 'Two')].map((each) => workspace.reread([each]));
    workspace.edit({ [file]: text });
    await Promise.all(readings);
    expect(['ip', 'avica', 'dayan'].map((line) => String(promise(workspace, line)).split(' ')[0])).toEqual([
      'One',
      'Two',
      'Three',
    ]);
  }, 60_000);

  test('a folder that another took the place of holds what is in it now, and nothing is judged anew for the rest', async () => {
    const folder = 'lines/ip/messages';
    const workspace = await openWorkspace(root);
    const before = workspace.sources();
    renameSync(join(root, folder), join(root, 'kept'));
    cpSync(join(root, 'kept/zh.json'), join(root, folder, 'zh.json'));
    const { faults } = await workspace.reread([folder]);
    expect(workspace.sources().paths.has(`${folder}/en.json`)).toBe(false);
    expect(faults).toEqual(checkSources(await loadData(root)));
    expect(faults).not.toEqual([]);
    expect(workspace.sources().files.get(`${folder}/zh.json`)).toBe(before.files.get(`${folder}/zh.json`));
  }, 60_000);
});
