/** Checks the languages of a line: those that it names are offered, and the address chooses among them. */
import { heightOf } from './blame.ts';
import type { Scope } from './scope.ts';

/** What the address says makes a difference: not each `lang` and any other one mean the same language. */
function checkReached({ line: { line }, report }: Scope): void {
  const { offered = [], query = {}, otherwise } = line.languages ?? {};
  const left = offered.filter((language) => language !== otherwise);
  const isOne = Object.values(query).every((language) => language === otherwise);
  if (otherwise === undefined || left.length === 0 || Object.keys(query).length === 0 || !isOne) return;
  // A value of the address begins as its language is called.
  const odd = Object.keys(query).find((value) => left.some((each) => value.toLowerCase().startsWith(each)));
  const at = ['languages', ...(odd === undefined ? ['otherwise'] : ['query', odd])];
  const message = `whatever "lang" an address has, it means "${otherwise}"`;
  report('line', at, message, `write ${left.map((each) => `"${each}"`).join(' or ')}`);
}

export function checkLanguages(scope: Scope): void {
  const { line, messages } = scope.line;
  const offered = line.languages?.offered ?? [];
  const check = (step: (string | number)[], language: string | undefined) => {
    if (language === undefined || offered.includes(language)) return;
    // A value of the address begins as its language is called.
    const meant = offered.find((each) => step[0] === 'query' && String(step[1]).toLowerCase().startsWith(each));
    const list = offered.length > 1 ? `write one of: ${offered.join(', ')}` : `write "${offered[0]}"`;
    const fix = meant === undefined ? list : `write "${meant}"`;
    const at = ['languages', ...step];
    const place = scope.line.origin('line', at);
    // What a layer below says was offered there: the one that left it out spoke last.
    if (heightOf(scope.line, scope.line.origin('line', ['languages', 'offered'])) > heightOf(scope.line, place)) {
      const below = `language "${language}" is not offered here, and ${step.join('.')} is "${language}" (${place?.file}:${place?.line})`;
      const name = `language ${language} of ${scope.line.name}`;
      scope.report(
        'line',
        ['languages', 'offered'],
        below,
        `offer it, or ${fix} for ${step.join('.')} here`,
        'value',
        name,
      );
      return;
    }
    scope.report('line', at, `language "${language}" is not offered`, fix);
  };
  check(['default'], line.languages?.default);
  check(['otherwise'], line.languages?.otherwise);
  for (const [value, language] of Object.entries(line.languages?.query ?? {})) check(['query', value], language);
  for (const [index, language] of offered.entries()) {
    if (!messages[language]) {
      const message = `language "${language}" has no catalog`;
      scope.report('line', ['languages', 'offered', index], message, `add lines/_base/messages/${language}.json`);
    }
  }
  checkReached(scope);
}
