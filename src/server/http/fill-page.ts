/**
 * What a page's form was sent with, and the page that shows it again: texts, choices and ticks, by the controls that stand
 * in the prerendered page. Which of them may be kept is the page's to say (`keeps`).
 */
import { escapeHtml } from '../../engine/escape-html.ts';

/** Longest text kept, and all of them together, characters: a cookie holds 4 KB. */
const LONGEST = 200;
const LONGEST_OF_ALL = 1000;

/** Field → what it was sent with; an empty list for ticks that were all taken away. */
export type Sent = Readonly<Record<string, readonly string[]>>;

const attribute = (tag: string, name: string): string | undefined => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

const INPUTS = /<input\b[^>]*>/g;
const LISTS = /(<select\b[^>]*>)(.*?)<\/select>/gs;
const OPTIONS = /<option\b[^>]*>/g;

const isTick = (tag: string): boolean => /\stype="(checkbox|radio)"/.test(tag);
const isText = (tag: string): boolean => /\stype="(text|email|tel)"/.test(tag) || !/\stype="/.test(tag);
/** What a ticked box is sent with when it names nothing. */
const sentAs = (tag: string): string => attribute(tag, 'value') ?? 'on';

/** The controls of a name that are typed into, and the values of those that are chosen. */
function controlsOf(html: string, name: string) {
  const own = (tag: string): boolean => attribute(tag, 'name') === name;
  const inputs = (html.match(INPUTS) ?? []).filter(own);
  const lists = [...html.matchAll(LISTS)].filter(([, tag]) => own(tag ?? ''));
  const options = lists.flatMap(([, , inside]) => inside?.match(OPTIONS) ?? []);
  return {
    isTyped: inputs.some(isText),
    hasTicks: inputs.some((tag) => /\stype="checkbox"/.test(tag)),
    choices: [...inputs.filter(isTick), ...options].map(sentAs),
  };
}

/** The fields that may be kept, each as its control in the page can hold it and short enough, as far as a cookie takes them. */
export function takeSent(html: string, form: URLSearchParams, names: readonly string[]): Sent {
  const kept: Record<string, readonly string[]> = {};
  let room = LONGEST_OF_ALL;
  for (const name of names) {
    const { isTyped, hasTicks, choices } = controlsOf(html, name);
    const sent = form.getAll(name);
    const fits = isTyped
      ? sent.length === 1 && sent[0] !== ''
      : hasTicks || (sent.length === 1 && choices.includes(sent[0] ?? ''));
    const values = isTyped ? sent : [...new Set(sent)].filter((each) => choices.includes(each));
    const length = values.join('').length;
    if (!fits || length > room || values.some((each) => each.length > LONGEST)) continue;
    kept[name] = values;
    room -= length;
  }
  return kept;
}

/** The same tag with or without an attribute that stands for itself. */
const marked = (tag: string, mark: string, is: boolean): string => {
  const bare = tag.replace(new RegExp(`\\s${mark}=""`), '');
  return is ? bare.replace(/^<\w+/, (start) => `${start} ${mark}=""`) : bare;
};

/** The page with its form as it was sent. */
export function fillPage(html: string, sent: Sent): string {
  const of = (tag: string): readonly string[] | undefined => {
    const name = attribute(tag, 'name');
    return name !== undefined && Object.hasOwn(sent, name) ? sent[name] : undefined;
  };
  return html
    .replace(INPUTS, (tag) => {
      const values = of(tag);
      if (values === undefined) return tag;
      if (isTick(tag)) return marked(tag, 'checked', values.includes(sentAs(tag)));
      if (!isText(tag)) return tag;
      return tag
        .replace(/\svalue="[^"]*"/, '')
        .replace('<input', () => `<input value="${escapeHtml(values[0] ?? '')}"`);
    })
    .replace(LISTS, (list, tag: string, inside: string) => {
      const values = of(tag);
      if (values === undefined) return list;
      const chosen = inside.replace(OPTIONS, (option) => marked(option, 'selected', values.includes(sentAs(option))));
      return `${tag}${chosen}</select>`;
    });
}
