/**
 * Writes `docs/api.md` and `docs/openapi.json` (OpenAPI 3.1) from the calls, their shapes and the error catalogue.
 * `--check` writes nothing and exits 1 when either is stale.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { documented } from './api-docs/documented.ts';
import { type Facts, markdown } from './api-docs/markdown.ts';
import { openApi } from './api-docs/open-api.ts';
import { writeOrCheck } from './generated-files.ts';
import { loadData } from './load.ts';
import { resolveAll } from './resolve.ts';

/** Path → text of the generated documents. */
async function apiDocuments(root: string): Promise<Record<string, string>> {
  const { lines } = resolveAll(await loadData(root));
  const reference = Object.values(lines).find((line) => line.line.languages.offered.includes('en'));
  if (!reference) throw new Error('No line offers English, the language of the documents.');
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as { version: string };
  const facts: Facts = {
    calls: documented(lines),
    lines,
    errors: reference.errors.codes,
    fields: reference.fields,
    enums: reference.enums,
    sentences: reference.messages.en ?? {},
  };
  return {
    'docs/api.md': markdown(facts),
    'docs/openapi.json': `${JSON.stringify(openApi(facts, version), null, 2)}\n`,
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeOrCheck('.', await apiDocuments('.'), 'npx tsx src/tools/api-docs.ts');
}
