/**
 * What the gallery's page does. It runs in the browser, from the disk, so it may use nothing from outside its own body.
 * Choices stand in the address, so that a view can be sent to somebody.
 */
import type { Card } from './card.ts';

export function runGallery(): void {
  const read = <T>(id: string): T => JSON.parse(document.getElementById(id)?.textContent ?? '') as T;
  const cards = read<readonly Card[]>('cards');
  const filters = read<readonly (keyof Card)[]>('filters');
  const main = document.querySelector('main') as HTMLElement;
  const count = document.querySelector('output') as HTMLOutputElement;
  const control = (id: string) => document.getElementById(id) as HTMLInputElement | HTMLSelectElement;
  const chosen = new URLSearchParams(location.hash.slice(1));
  const partOf = (card: Card, name: keyof Card): string => String(card[name] ?? '');
  const searched = cards.map(({ line, screen, state, title, text }) =>
    [line, screen, state, title, text].join(' ').replaceAll('\u200b', '').toLowerCase(),
  );

  const element = (name: string, content: string | readonly Node[], className = ''): HTMLElement => {
    const made = document.createElement(name);
    if (typeof content === 'string') made.textContent = content;
    else made.append(...content);
    if (className !== '') made.className = className;
    return made;
  };
  const picture = (card: Card, file: string, what: string): HTMLElement => {
    const { width = 1, height = 1, fold = height } = card;
    const image = Object.assign(new Image(), { loading: 'lazy', src: file });
    image.alt = `${what}${card.line}, ${card.screen}, ${card.state}, ${card.language}`;
    // A place is kept for it, so that nothing jumps while pictures come.
    if (what === '') Object.assign(image, { width, height });
    const link = Object.assign(document.createElement('a'), { href: file, target: '_blank' });
    link.append(image);
    if (what === '' && fold < height) {
      const line = element('span', '', 'fold');
      line.style.insetBlockStart = `${(100 * fold) / height}%`;
      link.append(line);
    }
    return link;
  };
  const figure = (card: Card, content: HTMLElement, caption: string, small: string): HTMLElement => {
    const said = element('figcaption', caption);
    if (small !== '') said.append(element('small', small));
    const isNarrow = card.width !== undefined && card.width < 600;
    return element('figure', [content, said], isNarrow ? 'narrow' : '');
  };
  const lookOf = ({ width, scheme, language }: Card): string =>
    [language, ...(width === undefined ? [] : [`${width} px`, scheme])].join(' · ');
  const shown = (card: Card): HTMLElement[] => {
    const { file, change, text, title } = card;
    const content = file === undefined ? element('pre', text) : picture(card, file, '');
    const made = figure(card, content, lookOf(card), title);
    if (change !== undefined) made.lastElementChild?.prepend(element('b', change.isNew ? 'new · ' : 'changed · '));
    return [made];
  };
  const versions = (card: Card): HTMLElement[] => {
    const { file, change = {}, text } = card;
    if (change.isNew) return [figure(card, file ? picture(card, file, '') : element('pre', text), 'new', lookOf(card))];
    if (file === undefined || change.before === undefined || change.difference === undefined)
      return [
        figure(card, element('pre', change.text ?? ''), 'before', lookOf(card)),
        figure(card, element('pre', text), 'after', lookOf(card)),
      ];
    const part = `${(100 * (change.part ?? 0)).toFixed(2)} % of the pixels differ`;
    return [
      figure(card, picture(card, change.before, 'before: '), 'before', lookOf(card)),
      figure(card, picture(card, file, ''), 'after', lookOf(card)),
      figure(card, picture(card, change.difference, 'difference: '), 'difference', part),
    ];
  };

  /** In the order of the cards, those of one name together. */
  const grouped = (all: readonly Card[], nameOf: (card: Card) => string): [string, Card[]][] => {
    const groups = new Map<string, Card[]>();
    for (const card of all) groups.set(nameOf(card), [...(groups.get(nameOf(card)) ?? []), card]);
    return [...groups];
  };
  const rows = (all: readonly Card[]): HTMLElement[] => {
    const view = control('view').value;
    if (view === 'versions') return all.map((card) => element('div', versions(card), 'row beside'));
    if (view === 'languages')
      return grouped(all, (card) => `${card.width} ${card.scheme}`).map(([, each]) =>
        element('div', each.flatMap(shown), 'row beside'),
      );
    return [element('div', all.flatMap(shown), 'row')];
  };
  const named = { page: '', interaction: ': in use', mail: ': mails', message: ': text messages and calls' };

  const draw = (): void => {
    const wanted = filters.filter((name) => control(name).value !== '');
    const query = control('search').value.trim().toLowerCase();
    const view = control('view').value;
    const found = cards.filter(
      (card, at) =>
        wanted.every((name) => partOf(card, name) === control(name).value) &&
        (searched[at] ?? '').includes(query) &&
        (view !== 'versions' || card.change !== undefined),
    );
    const state = [...wanted, 'search', 'view'].flatMap((id) => (control(id).value ? [[id, control(id).value]] : []));
    history.replaceState(null, '', `#${new URLSearchParams(state)}`);
    count.textContent = `${found.length} of ${cards.length}`;
    const sections = grouped(found, ({ line, kind }) => `${line}${named[kind]}`).flatMap(([line, ofLine]) => [
      element('h2', line),
      ...grouped(ofLine, (card) => card.screen).flatMap(([screen, ofScreen]) => [
        element('h3', screen),
        ...grouped(ofScreen, (card) => card.state).flatMap(([name, each]) => [element('h4', name), ...rows(each)]),
      ]),
    ]);
    const nothing = view === 'versions' ? 'Nothing that is shown here has changed.' : 'No picture has all of this.';
    main.replaceChildren(...(sections.length > 0 ? sections : [element('p', nothing, 'empty')]));
  };

  const byText = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
  for (const name of filters) {
    const select = document.getElementById(name) as HTMLSelectElement;
    const values = [...new Set(cards.map((card) => partOf(card, name)))].filter((value) => value !== '');
    for (const value of values.sort(byText)) select.add(new Option(value));
  }
  for (const id of [...filters, 'search', 'view']) {
    control(id).value = chosen.get(id) ?? control(id).value;
    // What the address asks for may not be there any more.
    const chosenIn = control(id);
    if (chosenIn instanceof HTMLSelectElement && chosenIn.selectedIndex < 0) chosenIn.value = '';
    control(id).addEventListener('input', draw);
  }
  const resize = (): void => document.documentElement.style.setProperty('--size', `${control('size').value}px`);
  control('size').addEventListener('input', resize);
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLInputElement && event.target.type === 'search';
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    control('search').focus();
  });
  resize();
  draw();
}
