/** Amounts in sentences: parameters from the line's `coupons`, never numbers, which would outlive a change of the line. */
import type { Damage } from './encodings.ts';

const WORDS = 'yuan|rmb|cny|usd|dollars?|元|块钱|美元|人民币';
const SIGNS = '[$¥￥€]';
const DIGITS = String.raw`\d[\d.,]*`;
const NUMBERS = 'ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand';
/** Of one digit it would be a word: 一元. */
const CHINESE = '[一二两三四五六七八九]?[十百千][一二两三四五六七八九十百千]*';
const CODES = '(?:rmb|cny|usd)';

/** A number beside a currency. */
const TYPED = new RegExp(
  `(?:${DIGITS}|\\b(?:${NUMBERS})|${CHINESE})\\s*(?:${WORDS})|(?:${SIGNS}|\\b${CODES})\\s*${DIGITS}`,
  'iu',
);
/** A parameter beside a currency: an amount. */
const NAMED = new RegExp(`\\{(\\w+)\\}(?:</\\w+>)?\\s*(?:${WORDS})|${SIGNS}(?:<\\w+>)?\\{(\\w+)\\}`, 'giu');

/** The amount that is written into a text; undefined where there is none. @param words what it says besides parameters */
const typedAmount = (words: string): string | undefined => TYPED.exec(words)?.[0].replace(/\s+/g, ' ');

/** Parameters of a text that are amounts. */
export const amountsIn = (text: string): string[] =>
  [...text.matchAll(NAMED)].flatMap(([, before, after]) => before ?? after ?? []);

/** What is wrong with a sentence that has an amount of its own. */
export function moneyDamage(words: string): Damage | undefined {
  const amount = typedAmount(words);
  return amount === undefined
    ? undefined
    : {
        message: `has an amount as a number, "${amount}": the line gives what "coupons" says`,
        fix: 'write its name in "coupons" for the number, such as {newUser}',
      };
}

/** How amounts of a currency are written, by language. */
interface Currency {
  readonly after: RegExp;
  readonly before: RegExp;
  readonly fix: Readonly<Record<string, string>>;
}

/** Currencies that no other one's words are among. */
const CURRENCIES: Readonly<Record<string, Currency>> = {
  CNY: {
    after: /\ufffc\s*(yuan|rmb|cny|人民币|元|块钱)/iu,
    before: /([¥￥]|\b(?:rmb|cny))\s*\ufffc/iu,
    fix: { en: 'write yuan after the amount', zh: 'write 元 after the amount' },
  },
  USD: {
    after: /\ufffc\s*(usd|dollars?|美元)/iu,
    before: /([$]|\busd)\s*\ufffc/iu,
    fix: { en: 'write $ before the amount', zh: 'write 美元 after the amount' },
  },
};

/** How an amount of a currency is written in a language. */
export const currencyFix = (currency: string, language: string): string =>
  CURRENCIES[currency]?.fix[language] ?? `write ${currency} beside the amount`;

/**
 * An amount in another currency than the one that lines count in.
 * @param words what a text says, with U+FFFC for each placeholder
 */
export function wrongCurrency(currency: string, language: string, words: string): Damage | undefined {
  const own = CURRENCIES[currency];
  for (const [name, { after, before }] of own === undefined ? [] : Object.entries(CURRENCIES)) {
    const [, found] = name === currency ? [] : (after.exec(words) ?? before.exec(words) ?? []);
    if (found !== undefined)
      return {
        message: `has ${found}, and the line counts in ${currency}`,
        fix: own?.fix[language] ?? `write ${currency}`,
      };
  }
  return undefined;
}

/** The currencies that a text has beside amounts. @param words as above */
export const currenciesIn = (words: string): readonly string[] =>
  Object.entries(CURRENCIES).flatMap(([name, { after, before }]) =>
    after.test(words) || before.test(words) ? name : [],
  );
