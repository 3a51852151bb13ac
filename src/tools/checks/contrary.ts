/** Sentences that say the contrary of what they say in another language: a negation was lost, a region is the other one. */
import { type Parsed, parseMessage } from './parse-message.ts';
import type { Scope } from './scope.ts';

interface Senses {
  /** Says that somebody cannot do something. */
  readonly cannot: RegExp;
  /** Says that somebody can. */
  readonly can: RegExp;
  /** Any word that denies something. */
  readonly denies: RegExp;
  readonly regions: Readonly<Record<'mainland' | 'overseas', RegExp>>;
  readonly contacts: Readonly<Record<'email' | 'phone', RegExp>>;
}

const LANGUAGES: Readonly<Record<string, Senses>> = {
  en: {
    cannot: /\b(?:cannot|can’t|can no longer|could not|may not)\b/,
    can: /\b(?:can|may)\b/,
    denies: /\b(?:not|no|never|cannot|nothing|nobody|none|without|neither|nor|until|unable)\b|n’t\b/i,
    regions: { mainland: /\bmainland\b|\bin China\b/i, overseas: /\b(?:overseas|abroad|international)\b/i },
    contacts: { email: /\be-?mails?\b|\bmailbox/i, phone: /\bphones?\b|\bmobile\b/i },
  },
  zh: {
    cannot: /无法|不能|不可/,
    can: /可以|能够|可在|即可/,
    denies: /[不没未无勿莫非否]|别/,
    regions: { mainland: /大陆|国内|境内/, overseas: /海外|境外|国际/ },
    contacts: { email: /邮箱|邮件/, phone: /手机|电话/ },
  },
};

interface Said {
  readonly language: string;
  readonly message: Parsed;
}

const REGIONS = ['mainland', 'overseas'] as const;

const CONTACTS = ['email', 'phone'] as const;

/** The regions that a sentence names. */
const regionsOf = ({ regions }: Senses, words: string): readonly string[] =>
  REGIONS.filter((region) => regions[region].test(words));

interface Known {
  readonly language: string;
  readonly words: string;
  readonly senses: Senses;
}

/** Two languages of which one is about an email and the other about a phone: the key tells, or what is put in, which is wrong. */
function compareContacts(scope: Scope, key: string, one: Known, other: Known, params: ReadonlySet<string>): boolean {
  const named = ({ senses, words }: Known) => CONTACTS.filter((contact) => senses.contacts[contact].test(words));
  const [[ours, ...more], [theirs, ...others]] = [named(one), named(other)];
  if (ours === undefined || theirs === undefined || ours === theirs || more.length + others.length > 0) return false;
  const ofKey = CONTACTS.filter((contact) => key.toLowerCase().includes(contact));
  const about = ofKey.length === 1 ? ofKey : CONTACTS.filter((contact) => params.has(contact));
  // Without either it may be a device that one reads on.
  if (about.length !== 1) return false;
  const [wrong, said, right] = about[0] === ours ? [other, theirs, ours] : [one, ours, theirs];
  const language = wrong === one ? other.language : one.language;
  const message = `message "${key}" is about ${said}, and in ${language} about ${right}`;
  scope.lack(`messages/${wrong.language}`, [key], message, `name the ${right}`);
  return true;
}

/** Reports of a text the first language that says the contrary of another one. */
export function compareSense(scope: Scope, key: string, said: readonly Said[]): void {
  const known = said.flatMap(({ language, message: { words } }) => {
    const senses = LANGUAGES[language];
    return senses === undefined ? [] : [{ language, words, senses }];
  });
  const params = new Set(said.flatMap(({ message }) => [...message.params]));
  for (const [nth, one] of known.entries()) {
    for (const other of known.slice(nth + 1)) {
      if (compareContacts(scope, key, one, other, params)) return;
      const [ours, theirs] = [one, other].map(({ senses, words }) => regionsOf(senses, words));
      if (ours?.length && theirs?.length && !ours.some((each) => theirs.includes(each))) {
        const message = `message "${key}" is about ${ours.join(' and ')}, and in ${other.language} about ${theirs.join(' and ')}`;
        scope.lack(`messages/${one.language}`, [key], message, 'name the same region in both');
        return;
      }
      for (const [denying, allowing] of [
        [one, other],
        [other, one],
      ] as const) {
        const isDenied = denying.senses.cannot.test(denying.words) && !allowing.senses.denies.test(allowing.words);
        if (!isDenied || !allowing.senses.can.test(allowing.words)) continue;
        const message = `message "${key}" says that somebody can, and in ${denying.language} that they cannot`;
        scope.lack(`messages/${allowing.language}`, [key], message, 'say the same in both');
        return;
      }
    }
  }
}

/** A title is about the region that the sentence below it is about. */
export function checkTitle(scope: Scope, key: string, said: readonly Said[]): void {
  const below =
    /^(errors\..+)\.title$/.exec(key)?.[1] ?? (key.endsWith('.title') ? key.replace(/title$/, 'text') : undefined);
  if (below === undefined) return;
  for (const { language, message } of said) {
    const senses = LANGUAGES[language];
    const text = scope.line.messages[language]?.[below];
    if (senses === undefined || text === undefined) continue;
    const [ours, theirs] = [message.words, parseMessage(text).words].map((words) => regionsOf(senses, words));
    if (!ours?.length || !theirs?.length || ours.some((each) => theirs.includes(each))) continue;
    const about = `is about ${ours.join(' and ')}, and "${below}" below it about ${theirs.join(' and ')}`;
    scope.lack(`messages/${language}`, [key], `message "${key}" ${about}`, 'name the region of the sentence below');
  }
}
