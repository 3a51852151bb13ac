/** Checks the languages of a line: those that it names are offered, and each can be come to. */
import { heightOf, topmost } from './blame.ts';
import type { Scope } from './scope.ts';

/** Every language is what some `lang` of the address means, or any other one: else nobody comes to it by a link. */
function checkReached(scope: Scope): void {
  const { languages } = scope.line.line;
  const { offered = [], query = {}, otherwise } = languages ?? {};
  const meant = [...Object.values(query), otherwise];
  const unreached = offered.filter((language) => !meant.includes(language));
  if (otherwise === undefined || unreached.length === 0 || meant.some((each) => each && !offered.includes(each)))
    return;
  const names = unreached.map((language) => `"${language}"`).join(' or ');
  // A value of the address begins as its language is called.
  const odd = Object.keys(query).find((value) => unreached.some((each) => value.toLowerCase().startsWith(each)));
  const { document, at } = topmost(
    scope.line,
    { document: 'line', at: ['languages', ...(odd === undefined ? ['otherwise'] : ['query', odd])], fix: '' },
    { document: 'line', at: ['languages', 'offered'], fix: '' },
  );
  const isOffered = at.at(-1) === 'offered';
  const fix = isOffered ? `add a value for ${names} to "query", or leave it out` : `write ${names}`;
  scope.report(document, at, `no "lang" of an address means ${names}, which is offered`, fix);
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
