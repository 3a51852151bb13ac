/** What settings of clouds have in common: approved texts and signatures, addresses, and settings that need each other. */
import type { CloudTemplates, Signs } from './ports/carrier.ts';
import type { CarriedChannel, Chosen } from './ports/vendor.ts';
import { address, type Described, isLocal, list, type Mode } from './settings-kinds.ts';

export const plain = (name: string, about: string, fallback = 'none'): Described<string | undefined> => ({
  name,
  fallback,
  about,
  parse: (text) => text,
});

export const base = (name: string, otherwise: string, about: string): Described<string> => ({
  name,
  fallback: `\`${otherwise}\``,
  about,
  parse: (text) => address(text, ['https', 'http']) ?? otherwise,
});

const TEMPLATE = /^([a-z]+(?:-[a-z]+)*\.[a-z]{2})=([A-Za-z0-9_]+)(?::([A-Za-z]+(?:\+[A-Za-z]+)*))?$/;

export const templates = (name: string, about: string): Described<CloudTemplates | undefined> => ({
  name,
  fallback: 'none; needed with its provider',
  about,
  parse: (text) =>
    text === undefined
      ? undefined
      : Object.fromEntries(
          list(text).map((entry) => {
            const [, key = '', id = '', params] = TEMPLATE.exec(entry) ?? [];
            if (id === '') throw new Error(`holds ${entry}; write templates like code.en=123456:code+minutes`);
            return [key, { id, params: params?.split('+') ?? [] }];
          }),
        ),
});

export const signs = (name: string): Described<Signs | undefined> => ({
  name,
  fallback: 'none; needed with its provider',
  about:
    'Approved signatures, by the folder of the line, comma separated: `renderbus=Renderbus,*=Foyer`. One alone is for all lines.',
  parse: (text) =>
    text === undefined
      ? undefined
      : Object.fromEntries(
          list(text).map((entry) => {
            const [line = '', sign] = entry.split('=', 2);
            return sign === undefined ? ['*', line] : [line, sign];
          }),
        ),
});

export const TEMPLATE_LIST =
  'Approved templates by message and language, comma separated, with the parameters that fill them';

/** What belongs together: where one of `marks` is set, or this vendor chosen for the channel, `all` are needed. */
export interface Group<Key> {
  readonly marks: readonly Key[];
  readonly all: readonly Key[];
  readonly channel?: CarriedChannel;
}

/** Settings that choose who carries. */
export const CHOICES = { sms: 'SMS_PROVIDER', voice: 'VOICE_PROVIDER' } as const;

export interface CloudRules<Own extends object> {
  readonly vendor: string;
  readonly list: { readonly [Key in keyof Own]: Described<Own[Key]> };
  readonly groups: readonly Group<keyof Own>[];
}

/** Half configurations in either mode; in `serve` also what is missing altogether, and addresses or keys of simulators. */
export function cloudProblems<Own extends object>(
  { vendor, list: described, groups }: CloudRules<Own>,
  own: Own,
  mode: Mode,
  choice: Chosen,
): string[] {
  const nameOf = (key: keyof Own): string => described[key].name;
  const problems = new Set<string>();
  for (const { marks, all, channel } of groups) {
    const isChosen = channel !== undefined && choice[channel] === vendor;
    const mark = marks.find((key) => own[key] !== undefined);
    if (mark === undefined && !(isChosen && mode === 'serve')) continue;
    const why =
      mark === undefined && channel ? `${CHOICES[channel]} is ${vendor}` : `${nameOf(mark as keyof Own)} is set`;
    for (const key of all)
      if (own[key] === undefined) problems.add(`${nameOf(key)} is missing, and ${why}. Set it, or unset the other.`);
    if (mark !== undefined && channel !== undefined && !isChosen)
      problems.add(`${nameOf(mark)} is set and ${CHOICES[channel]} is not ${vendor}. Set it, or unset the other.`);
  }
  if (mode === 'start') return [...problems];
  for (const key of Object.keys(described) as (keyof Own)[]) {
    const value = own[key];
    if (typeof value !== 'string') continue;
    if (/^https?:/.test(value)) {
      const problem = addressProblem(nameOf(key), value, "the cloud's address");
      if (problem !== undefined) problems.add(problem);
    } else if (/simulat/i.test(value))
      problems.add(`${nameOf(key)} is the simulator's. Set it to the one of your own account.`);
  }
  return [...problems];
}

/** What is wrong with an address that production calls. */
export function addressProblem(name: string, value: string, otherwise: string): string | undefined {
  if (isLocal(value))
    return `${name} points to this machine (${new URL(value).host}), where only simulators live. Set it to ${otherwise}.`;
  return value.startsWith('https:') ? undefined : `${name} is not https. What it carries must not travel in the clear.`;
}
