/** Which language a visitor sees. `Accept-Language` is not consulted (specification, section 1). */
import type { Line } from '../generated/config.ts';

export interface LanguageChoice {
  /** Value of the `lang` query parameter; absent when the address has none. */
  readonly query?: string | null | undefined;
  /** The visitor's stored preference. */
  readonly stored?: string | null | undefined;
  readonly languages: Line['languages'];
}

/** The query parameter when it is present, else the stored preference, else the line's default. Always an offered language. */
export function pickLanguage({ query, stored, languages }: LanguageChoice): string {
  const offered = (language: string | null | undefined): language is string =>
    typeof language === 'string' && languages.offered.includes(language);
  if (query !== undefined && query !== null) {
    const named = Object.hasOwn(languages.query, query) ? languages.query[query] : languages.otherwise;
    if (offered(named)) return named;
  }
  return offered(stored) ? stored : languages.default;
}

/** The value of `lang` that chooses a language: one of the line's query values, else the language itself. */
export function languageQuery(language: string, languages: Line['languages']): string {
  const named = Object.entries(languages.query).find(([, each]) => each === language);
  return named?.[0] ?? language;
}
