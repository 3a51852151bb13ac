/** Checks banners (`register-static`): amounts are the line's own, and what is promised can be had by whoever registers there. */
import { isDictionary } from '../documents.ts';
import type { Path, SourceFile, Sources } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { type Fault, suggest } from './fault.ts';

/** Rewards for a phone bound later. */
const FOR_A_PHONE = ['phoneBinding', 'freeJobs'];

/** Every sentence of a file, with its place. */
function sentences(value: unknown, at: Path = []): [Path, string][] {
  if (typeof value === 'string') return at.at(-1) === 'url' ? [] : [[at, value]];
  if (!isDictionary(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => sentences(each, [...at, key]));
}

function faultOf(line: ResolvedLine, sentence: string): readonly [message: string, fix: string] | undefined {
  const { coupons = {}, offers } = line.line;
  const plain = sentence.replace(/\{\w+\}/g, '');
  if (/\d/.test(plain)) {
    const known = Object.keys(coupons).map((name) => `{${name}}`);
    return ['an amount as a number: the line gives what "coupons" says', `write ${known.join(', ') || 'no amount'}`];
  }
  for (const [, name = ''] of sentence.matchAll(/\{(\w+)\}/g)) {
    if (!Object.hasOwn(coupons, name))
      return [`unknown amount "${name}"`, suggest(name, Object.keys(coupons), 'add it to "coupons"')];
    if (offers?.phoneRegistration && FOR_A_PHONE.includes(name))
      return [
        `"${name}" is for binding a phone, and who registers here has bound it already`,
        'promise something else',
      ];
  }
  return undefined;
}

/** A text by language has all that the line offers. */
function checkTold(file: SourceFile | undefined, line: ResolvedLine, faults: Fault[]): void {
  const visit = (value: unknown, at: Path): void => {
    if (!isDictionary(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (name !== 'text' || !isDictionary(inner)) {
        visit(inner, [...at, name]);
        continue;
      }
      const absent = (line.line.languages?.offered ?? []).filter((language) => inner[language] === undefined);
      if (!file || absent.length === 0) continue;
      const message = `the banner says nothing in ${absent.join(', ')}`;
      faults.push({
        ...file.place([...at, name], 'key'),
        message,
        fix: `add ${absent.map((each) => `"${each}"`).join(', ')}`,
      });
    }
  };
  visit(file?.value, []);
}

export function checkBanners(sources: Sources, lines: readonly ResolvedLine[], faults: Fault[]): void {
  for (const line of lines) {
    for (const path of Object.values(line.registerStatic)) {
      const file = sources.files.get(path);
      checkTold(file, line, faults);
      for (const [at, sentence] of sentences(file?.value)) {
        const [message, fix] = faultOf(line, sentence) ?? [];
        if (file && message !== undefined && fix !== undefined) faults.push({ ...file.place(at), message, fix });
      }
    }
  }
}
