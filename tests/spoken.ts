/** What a line says, read from its catalogs as the compiler merges them: tests that quote no sentence outlive every rewording. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';

const catalogs = new Map<string, Readonly<Record<string, string>>>();

function json(file: string): Record<string, string> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

/** The texts of a line in a language, by key: the base's, the region's and its own. */
function catalogOf(line: string, language: string): Readonly<Record<string, string>> {
  const id = `${line} ${language}`;
  const layers = ['_base', json(join('lines', line, 'line.json')).extends ?? '_base', line];
  const catalog =
    catalogs.get(id) ??
    Object.assign({}, ...layers.map((layer) => json(join('lines', layer, 'messages', `${language}.json`))));
  catalogs.set(id, catalog);
  return catalog;
}

/**
 * A text without its tags, `{brand}` filled in.
 * @param values of its other parameters
 * @throws when the line has no such text, or a parameter has no value.
 */
export function spoken(
  key: string,
  values: Readonly<Record<string, string | number>> = {},
  line = 'renderbus',
  language = 'en',
): string {
  const catalog = catalogOf(line, language);
  const text = catalog[key];
  if (text === undefined) throw new Error(`${line} says nothing for ${key} in ${language}`);
  const message = new IntlMessageFormat(text.replaceAll(/<[^>]*>/g, ''), language);
  // As queries read a page: one blank, whichever it is.
  return String(message.format({ brand: catalog['line.brand'] ?? '', ...values })).replace(/\s+/g, ' ');
}
