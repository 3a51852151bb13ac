/**
 * The manner of a text in its language (docs/translators.md): punctuation, the polite word, words that are commonly
 * miswritten, times that a setting may change.
 */
import type { Damage } from './encodings.ts';

interface Rule {
  readonly wrong: RegExp;
  /** What to write, from what was found, and the placeholder that the text lacks. */
  readonly fix: (found: string, lacking: () => string | undefined) => string;
  readonly what?: string;
}

const FULL: Readonly<Record<string, string>> = {
  ',': '，',
  ';': '；',
  ':': '：',
  '!': '！',
  '?': '？',
  '.': '。',
  '(': '（',
  ')': '）',
};

/** What is right, by what is wrong. */
const words = (wrong: Readonly<Record<string, string>>): Rule[] =>
  Object.entries(wrong).map(([word, right]) => ({ wrong: new RegExp(word, 'u'), fix: () => `write ${right}` }));

const NUMBERS = 'two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|sixty|ninety';
const LIMIT = 'codeMinutes';
/** How long a third party's sign-in may take is no setting. */
const FIXED = /^(ten minutes|十分钟)$/;
const time = (pattern: RegExp): Rule => ({
  wrong: pattern,
  what: 'a time as a number',
  fix: (found, lacking) => {
    if (FIXED.test(found)) return '';
    const name = lacking();
    return name === undefined
      ? `write the name of its limit for the number, such as {${LIMIT}}`
      : `write {${name}} for the number`;
  },
});

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  en: [
    { wrong: /'/, fix: () => 'write ’' },
    { wrong: /"/, fix: () => 'write “ and ”' },
    time(new RegExp(`\\b(\\d+|${NUMBERS})[ -](second|minute|hour|day)s?\\b`, 'iu')),
  ],
  zh: [
    ...words({ 你: '您', 登陆: '登录', 帐号: '账号', 帐户: '账户', 其它: '其他' }),
    {
      wrong: /(?<=\p{Script=Han})[,;:!?.()]|[,;:!?()](?=\p{Script=Han})/u,
      what: 'of half width',
      fix: (found) => `write ${FULL[found]}`,
    },
    time(/[\d一二两三四五六七八九十百]+个?(秒|分钟|小时|天)/u),
  ],
};

/**
 * @param words what it says besides tags, with U+FFFC for each placeholder
 * @param lacking a placeholder that other languages have there
 */
export function mannerOf(language: string, words: string, lacking: () => string | undefined): Damage | undefined {
  for (const { wrong, what, fix } of RULES[language] ?? []) {
    const [found] = wrong.exec(words) ?? [];
    const right = found === undefined ? '' : fix(found, lacking);
    if (right !== '') return { message: `has ${found}${what === undefined ? '' : `, ${what}`}`, fix: right };
  }
  return undefined;
}

/** What joins the two ends of a range, in any language. */
const RANGE = /\{max(Length|Items)\}\s*\u2060?(-|–|—|~|～|至|到|to|and)\u2060?\s*\{min\1\}/;

/** A range that is written downward. */
export function downward(text: string): Damage | undefined {
  const [found, part, join] = RANGE.exec(text) ?? [];
  if (found === undefined) return undefined;
  const gap = /\w/.test(join ?? '') ? ' ' : '';
  return { message: `has ${found}, a range downward`, fix: `write {min${part}}${gap}${join}${gap}{max${part}}` };
}
