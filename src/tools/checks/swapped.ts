/**
 * Neighbouring sentences of a catalog that were exchanged: each names what the other one names in another language. What a
 * sentence names is read off a few words that both languages have one word for.
 */
import { isDictionary } from '../documents.ts';
import type { SourceFile, Sources } from '../load.ts';
import type { Fault } from './fault.ts';
import { parseMessage } from './parse-message.ts';

/** Things by their words in each language; the specification gives the English sentences. */
const THINGS: readonly Readonly<Record<'en' | 'zh', RegExp>>[] = [
  { en: /\bexpired\b/i, zh: /过期/ },
  { en: /\b(?:wrong|incorrect|invalid)\b/i, zh: /错误|不正确|有误|无效/ },
  { en: /\block(?:ed|s)?\b/i, zh: /锁/ },
  { en: /\bdisabled\b/i, zh: /停用|禁用/ },
  { en: /\bcancell?ed\b/i, zh: /注销|取消/ },
  { en: /\be-?mails?\b|\bmailbox/i, zh: /邮箱|邮件/ },
  { en: /\bphones?\b|\bmobile\b/i, zh: /手机|电话/ },
  { en: /\bpasswords?\b/i, zh: /密码/ },
  { en: /\busernames?\b/i, zh: /用户名/ },
  { en: /\bcodes?\b/i, zh: /码/ },
  { en: /\blinks?\b/i, zh: /链接/ },
  { en: /\bsub.?account/i, zh: /子账号/ },
  { en: /\bmaster/i, zh: /主账号/ },
  { en: /\bcoupons?\b/i, zh: /券/ },
  { en: /\bregister/i, zh: /注册/ },
  { en: /\btypes?\b/i, zh: /类型/ },
  { en: /\bbrowsers?\b/i, zh: /浏览器/ },
  { en: /\binvit/i, zh: /邀请/ },
  { en: /\bsuccess/i, zh: /成功/ },
];

type Profile = readonly boolean[];

const profiles = { en: new Map<string, Profile>(), zh: new Map<string, Profile>() };

/** Kept: an edit leaves most texts as they were. */
function profileOf(text: string, language: 'en' | 'zh'): Profile {
  const known = profiles[language].get(text);
  if (known) return known;
  const { words } = parseMessage(text);
  const profile = THINGS.map((thing) => thing[language].test(words));
  profiles[language].set(text, profile);
  return profile;
}
const distance = (one: Profile, other: Profile): number => one.filter((each, at) => each !== other[at]).length;

/** Things by which two sentences must agree more with each other's counterpart than with their own. */
const CERTAIN = 2;

function swappedIn(file: SourceFile, other: SourceFile): Fault[] {
  if (!isDictionary(file.value) || !isDictionary(other.value)) return [];
  const [own, theirs] = [file.value, other.value];
  const both = Object.keys(own).filter((key) => typeof own[key] === 'string' && typeof theirs[key] === 'string');
  return both.slice(1).flatMap((second, at): Fault[] => {
    const first = both[at] ?? '';
    const [a, b] = [first, second].map((key) => profileOf(String(own[key]), 'zh')) as [Profile, Profile];
    const [x, y] = [first, second].map((key) => profileOf(String(theirs[key]), 'en')) as [Profile, Profile];
    if (distance(a, x) + distance(b, y) - distance(a, y) - distance(b, x) < CERTAIN) return [];
    const message = `message "${first}" says what "${second}" says in en, and the other way round`;
    return [{ ...file.place([first]), message, fix: 'exchange the two' }];
  });
}

export function checkSwapped(sources: Sources): Fault[] {
  return [...sources.files.values()].flatMap((file) => {
    const other = /\/messages\/zh\.json$/.test(file.path)
      ? sources.files.get(file.path.replace(/zh\.json$/, 'en.json'))
      : undefined;
    return other === undefined ? [] : swappedIn(file, other);
  });
}
