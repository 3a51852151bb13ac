/**
 * The workspace after each of many edits is what a fresh run makes of the same texts: the same faults, and lines that
 * compile to the same. The edits are drawn by a seed, so that a failure repeats.
 */
import { checkSources } from '../../src/tools/check.ts';
import { compileLine } from '../../src/tools/compile-line.ts';
import { overlay, type Sources } from '../../src/tools/load.ts';
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
  for (let number = 0; number < EDITS; number += 1) {
    const file = draw(files);
    const before = whole.files.get(file)?.text ?? '';
    const text = draw(WAYS)(before, draw);
    const edited = workspace.edit({ [file]: text });
    const again = fresh(workspace.sources());
    expect({ number, file, faults: edited.faults }).toEqual({ number, file, faults: checkSources(again) });
    if (edited.faults.length === 0) {
      sound += 1;
      const [kept, made] = [workspace.sources(), again].map((each) => resolveAll(each).lines);
      for (const name of edited.lines)
        expect(compileLine(kept?.[name] as never, OPTIONS)).toEqual(compileLine(made?.[name] as never, OPTIONS));
    } else faulty += 1;
    if (edited.faults.length > 0 || next() < 0.5) workspace.edit({ [file]: before });
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
