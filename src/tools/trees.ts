/**
 * Accessible trees as one small text file per line. What was written before is referred to by name: the frame around a
 * screen, a tree that another state or another line has too, and the greater part of a state that differs little from the
 * first of its screen.
 */
import type { StatedPage } from './pages.ts';

/** Folder of the files, relative to the repository's. */
export const TREES_FOLDER = 'tests/lines/snapshots';

/** Name of a page within its line. */
export const nameOf = ({ screen, state, language }: StatedPage): string => `${screen}, ${state}, ${language}`;

/** Stands for the page's own address, so that one frame serves all screens. */
const HERE = '<here>';

interface Split {
  readonly frame: string;
  readonly main: string;
}

/** Parts a page's tree where `main` begins and where the next landmark does. */
function split(tree: string, { path }: StatedPage): Split {
  const lines = tree.split('\n');
  const from = lines.findIndex((line) => /^- main\b/.test(line));
  if (from === -1) return { frame: '', main: tree };
  const length = lines.slice(from + 1).findIndex((line) => line.startsWith('- '));
  const to = length === -1 ? lines.length : from + 1 + length;
  const own = (line: string): string => line.replace(`/url: ${path}?lang=`, `/url: ${HERE}?lang=`);
  return {
    frame: [...lines.slice(0, from), '- main', ...lines.slice(to)].map(own).join('\n'),
    main: lines.slice(from, to).join('\n'),
  };
}

/** The lines in which a tree differs from another, after the last line that both begin with. */
function difference(base: string, tree: string): string {
  const [before, now] = [base.split('\n'), tree.split('\n')];
  let head = 0;
  while (head < before.length && before[head] === now[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, now.length) - head;
  while (tail < most && before[before.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  return [
    ...(head === 0 ? [] : [`  ${before[head - 1]}`]),
    ...before.slice(head, before.length - tail).map((line) => `- ${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+ ${line}`),
  ].join('\n');
}

/**
 * Writes the files of the lines, one after another.
 * @returns function that gives the text of a line's file; lines must come in the same order every time.
 */
export function createWriter(): (line: string, trees: ReadonlyMap<StatedPage, string>) => string {
  const written = new Map<string, string>();
  return (line, trees) => {
    const firsts = new Map<string, { readonly name: string; readonly main: string }>();
    /** The text itself, or where it was written before. */
    const once = (kind: string, text: string, name: string): string => {
      const key = `${kind}\0${text}`;
      const place = written.get(key);
      if (place === undefined) written.set(key, `${line}: ${name}`);
      return place === undefined ? text : `= ${place.startsWith(`${line}: `) ? place.slice(line.length + 2) : place}`;
    };
    let above = { title: '', frame: '' };
    const sections = [...trees].map(([page, tree]) => {
      const name = nameOf(page);
      const { frame, main } = split(tree, page);
      const screen = `${page.screen}, ${page.language}`;
      const first = firsts.get(screen);
      if (first === undefined) firsts.set(screen, { name, main });
      let told = once('main', main, name);
      if (told === main && first !== undefined) {
        const changes = difference(first.main, main);
        if (changes.split('\n').length * 2 < main.split('\n').length) told = `as ${first.name}, but\n${changes}`;
      }
      // What stands around is told where it changes.
      const around = [
        ...(page.title === above.title ? [] : [`title: ${page.title}`]),
        ...(frame === above.frame ? [] : ['frame:', once('frame', frame, name), 'screen:']),
      ];
      above = { title: page.title, frame };
      return [`== ${name}`, ...around, told, ''].join('\n');
    });
    return `# Accessible trees of ${line}, written by \`npm run snapshots\`: read what changed, write nothing by hand.\n\n${sections.join('\n')}`;
  };
}
