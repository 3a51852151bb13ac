/** Checks that the tag of a document stands around that document's name. */

import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import type { Scope } from './scope.ts';

/** A name without what languages put around it. */
const bare = (text: string): string => text.replace(/[《》“”"'\s]/g, '').toLowerCase();

/** Links that have a name in a language → it. */
const namesOf = once(
  (line: ResolvedLine): Readonly<Record<string, ReadonlyMap<string, string>>> =>
    Object.fromEntries(
      Object.entries(line.messages).map(([language, texts]) => [
        language,
        new Map(
          Object.keys(line.line.links ?? {}).flatMap((link) => {
            const name = texts[`frame.${link}`];
            return typeof name === 'string' && name !== '' ? [[link, bare(name)] as const] : [];
          }),
        ),
      ]),
    ),
);

export function checkLinkWords(scope: Scope, language: string, key: string, text: string): void {
  if (!text.includes('</')) return;
  const names = namesOf(scope.line)[language] ?? new Map<string, string>();
  for (const [, tag = '', within = ''] of text.matchAll(/<([a-z]\w*)>([^<]*)<\/\1>/gi)) {
    const own = names.get(tag);
    if (own === undefined || bare(within).includes(own)) continue;
    const [other] = [...names].find(([link, name]) => link !== tag && bare(within).includes(name)) ?? [];
    if (other === undefined) continue;
    const message = `<${tag}> of "${key}" stands around the name of ${other}`;
    scope.report(`messages/${language}`, [key], message, `write <${other}>${within}</${other}>`);
    return;
  }
}
