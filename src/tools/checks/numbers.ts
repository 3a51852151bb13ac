/** Numbers that sentences say by themselves: languages that both say one say the same. */
import type { Parsed } from './parse-message.ts';
import type { Scope } from './scope.ts';

interface Counting {
  /** Numbers in a sentence, digits or words. */
  readonly found: RegExp;
  readonly words: Readonly<Record<string, number>>;
  /** What has a number in it and counts nothing. */
  readonly names?: RegExp;
}

const LANGUAGES: Readonly<Record<string, Counting>> = {
  en: {
    // "one" stands for a thing too, as in "a new one": it counts what is named behind it.
    found: /\d+|\bone(?= (?:more )?(?:try|attempt)\b)|\b(?:two|three|four|five|six|seven|eight|nine|ten)\b/gi,
    words: { one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10 },
  },
  zh: {
    found: /\d+|(?<=尝试)一(?=次)|[两二三四五六七八九十](?=[个次位步天分小页条种处])/gu,
    words: { 一: 1, 两: 2, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9, 十: 10 },
    names: /第三方/g,
  },
};

function numbersIn(language: string, text: string): readonly number[] {
  const counting = LANGUAGES[language];
  if (counting === undefined) return [];
  const bare = counting.names ? text.replace(counting.names, '') : text;
  return [...bare.matchAll(counting.found)].map(([each]) => counting.words[each.toLowerCase()] ?? Number(each));
}

/** Reports the first of two languages that say numbers of which none is the other's. */
export function compareNumbers(
  scope: Scope,
  key: string,
  said: readonly { readonly language: string; readonly message: Parsed }[],
): void {
  const counted = said
    .map(({ language, message }) => ({ language, numbers: numbersIn(language, message.words) }))
    .filter(({ numbers }) => numbers.length > 0);
  const [first, ...others] = counted;
  const other = first && others.find(({ numbers }) => !numbers.some((each) => first.numbers.includes(each)));
  if (first === undefined || other === undefined) return;
  // What another text says too, and in its own place, was taken from there.
  const isTaken = ({ language }: { readonly language: string }): boolean => {
    const catalog = scope.line.messages[language] ?? {};
    return Object.entries(catalog).some(([each, text]) => each !== key && text === catalog[key]);
  };
  const [wrong, right] = isTaken(other) && !isTaken(first) ? [other, first] : [first, other];
  const message = `message "${key}" says ${wrong.numbers.join(', ')}, and ${right.language} ${right.numbers.join(', ')}`;
  scope.lack(`messages/${wrong.language}`, [key], message, 'write the same number in both');
}
