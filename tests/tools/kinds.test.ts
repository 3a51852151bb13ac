/** Lines of one kind: what is shared between them is what each would have had by itself. */
import { checkSources } from '../../src/tools/check.ts';
import { formatFault } from '../../src/tools/checks/fault.ts';
import { judgeLine } from '../../src/tools/checks/judge.ts';
import { kindOf, maskLine } from '../../src/tools/checks/kinds.ts';
import { compileLine } from '../../src/tools/compile-line.ts';
import { loadData, overlay, type Sources } from '../../src/tools/load.ts';
import { newLineFiles } from '../../src/tools/new-line.ts';
import { type ResolvedLine, resolveAll } from '../../src/tools/resolve.ts';
import { sharedWork } from '../../src/tools/shared-work.ts';

let sources: Sources;
let files: Record<string, string>;
beforeAll(async () => {
  const plain = await loadData('.');
  const wanted = ['amber', 'birch', 'cedar'].map((name, index) => ({
    name,
    id: 900 + index,
    host: `${name}.example`,
    extends: index < 2 ? '_domestic' : '_overseas',
  }));
  files = Object.assign({}, ...wanted.map((each) => newLineFiles(each, plain)));
  sources = overlay(plain, files);
});

const linesOf = (of: Sources): Readonly<Record<string, ResolvedLine>> => resolveAll(of).lines;
const faultsWith = (file: string, change: (text: string) => string): string[] => {
  const text = files[file] ?? '';
  expect(change(text)).not.toBe(text);
  return checkSources(overlay(sources, { [file]: change(text) })).map(formatFault);
};

test('new lines of one region are of one kind, those of others are not', () => {
  const { amber, birch, cedar, renderbus } = linesOf(sources) as Record<string, ResolvedLine>;
  const kinds = [amber, birch, cedar, renderbus].map((line) => kindOf(line as ResolvedLine));
  expect(kinds[0]).toBe(kinds[1]);
  expect(new Set(kinds).size).toBe(3);
});

/** The same line under other names and addresses: all that is no part of its kind. */
function elsewhere(line: ResolvedLine): ResolvedLine {
  const { links, downloads, redirects, otherZone, ...rest } = line.line;
  const at = (path: string): string => `https://other.example/${path}`;
  const other = {
    ...rest,
    id: 4242,
    hosts: ['other.example'],
    brandHost: 'other.example',
    owners: ['others'],
    links: Object.fromEntries(Object.keys(links).map((name) => [name, at(name)])),
    downloads: downloads.map((each) => ({ ...each, url: at(each.id) })),
    redirects: { ...redirects, origins: ['https://other.example'] },
    ...(otherZone && { otherZone }),
  };
  return { ...line, line: other };
}

test('what is no part of a kind changes nothing that lines of a kind share', () => {
  for (const line of Object.values(linesOf(sources))) {
    const other = elsewhere(line);
    expect(maskLine(other.line)).toEqual(maskLine(line.line));
    const [before, after] = [line, other].map((each) => judgeLine(each, { [line.name]: each }, [line.name], new Map()));
    expect(after?.faults).toEqual(before?.faults);
    expect(after?.wanted).toEqual(before?.wanted);
    expect(after?.missing).toEqual(before?.missing);
  }
});

test.each([
  ['lines/birch/line.json', (text: string) => text.replace('"id": 901', '"id": 900'), /id 900 too/],
  [
    'lines/birch/line.json',
    (text: string) => text.replace('"birch.example"', '"amber.example"'),
    /host amber\.example/,
  ],
  [
    'lines/birch/messages/en.json',
    (text: string) => text.replace('"line.promise": "', '"line.promise": "{nobody} '),
    /nobody/,
  ],
  ['lines/birch/messages/en.json', (text: string) => text.replace('"line.promise": "', '"line.unheard": "'), /line\./],
  [
    'lines/birch/theme.json',
    (text: string) => text.replace(/"text": "#\w+"/, '"text": "#ffffff"'),
    /contrast|legible|text/i,
  ],
  [
    'lines/birch/line.json',
    (text: string) => text.replace('"links": {', '"links": { "unheard": "https://birch.example/x",'),
    /unheard/,
  ],
])('a mistake in a line whose twin is sound is told: %s', (file, change, expected) => {
  const faults = faultsWith(file, change);
  expect(faults.filter((fault) => fault.startsWith('lines/birch') || expected.test(fault))).not.toEqual([]);
  expect(faults.join('\n')).toMatch(expected);
});

test('a line compiled after its twin is as it is by itself', () => {
  const options = (name: string) => ({
    main: '/assets/main.js',
    apiBase: '',
    asset: (file: string) => `/assets/${name}-${file}`,
    banners: { promotion: { text: { en: `Hello from ${name}`, zh: `${name}` } } },
  });
  const lines = linesOf(sources);
  for (const name of ['amber', 'birch', 'cedar', ...Object.keys(lines)]) {
    const line = lines[name] as ResolvedLine;
    const alone = compileLine(line, options(name));
    const shared = compileLine(line, { ...options(name), work: sharedWork(line) });
    expect(JSON.stringify(shared)).toBe(JSON.stringify(alone));
  }
});
