/** Whether everything that may be registered may also be typed at sign-in. */
import type { Field, Value } from '../../generated/config.ts';
import type { Scope } from './scope.ts';

const SIGN_IN = 'sign-in';
const REGISTERS = ['register-phone', 'register-email'];

/** Property of the sign-in call → properties of a registration that it takes. */
const TYPED: Readonly<Record<string, readonly string[]>> = {
  loginName: ['username', 'email', 'phone'],
  password: ['password'],
};

const fieldOf = (value: Value | undefined): string | undefined =>
  value !== undefined && 'field' in value && !('enum' in value) ? value.field : undefined;

const longest = (field: Field): number => field.rule.maxLength ?? Number.POSITIVE_INFINITY;
const shortest = (field: Field): number => field.rule.minLength ?? 0;

export function checkLogins(scope: Scope): void {
  const { line } = scope;
  const bodyOf = (call: string) => line.calls.calls?.[call]?.body ?? {};
  for (const [property, given] of Object.entries(TYPED)) {
    const login = fieldOf(bodyOf(SIGN_IN)[property]);
    const typed = login === undefined ? undefined : line.fields[login];
    if (login === undefined || !typed) continue;
    const ids = new Set(REGISTERS.flatMap((call) => given.flatMap((name) => fieldOf(bodyOf(call)[name]) ?? [])));
    if (ids.has(login)) continue;
    for (const [keyword, isWrong] of [
      ['maxLength', (field: Field) => longest(typed) < longest(field)],
      ['minLength', (field: Field) => shortest(typed) > shortest(field)],
    ] as const) {
      const wrong = [...ids].filter((id) => line.fields[id] && isWrong(line.fields[id]));
      const [worst] = wrong.sort((a, b) => {
        const [one, other] = [line.fields[a] as Field, line.fields[b] as Field];
        return keyword === 'maxLength' ? longest(other) - longest(one) : shortest(one) - shortest(other);
      });
      if (worst === undefined) continue;
      const bound = line.fields[worst]?.rule[keyword];
      const other = line.origin(`fields/${worst}`, ['rule', keyword]);
      const isOwn =
        other?.file.startsWith('lines/') &&
        !line.origin(`fields/${login}`, ['rule', keyword])?.file.startsWith('lines/');
      const own = line.origin(`fields/${login}`, ['rule', keyword]);
      const more = keyword === 'maxLength';
      const there = (place: typeof own): string => (place === undefined ? '' : ` (${place.file}:${place.line})`);
      const [one, two] = isOwn ? ['', there(own)] : [there(other), ''];
      const message = `a registered ${worst}${one} may be ${more ? 'longer' : 'shorter'} than field ${login}${two} takes: ${keyword} ${bound} and ${typed.rule[keyword]}`;
      const ofLogin = `${bound} or ${more ? 'more' : 'less'} at ${login}`;
      const ofWorst = `${typed.rule[keyword]} or ${more ? 'less' : 'more'} at ${worst}`;
      const fix = isOwn ? `write ${ofWorst}, or ${ofLogin}` : `write ${ofLogin}, or ${ofWorst}`;
      scope.report(`fields/${isOwn ? worst : login}`, ['rule', keyword], message, fix);
    }
  }
}
