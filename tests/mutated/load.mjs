/** Loads sources as they read in this run, for whoever compiles them. */
import { fileURLToPath } from 'node:url';
import changed from './changed.cjs';

export async function load(url, context, next) {
  const loaded = await next(url, context);
  if (!url.startsWith('file:') || loaded.source == null) return loaded;
  const file = fileURLToPath(url.replace(/\?.*$/, ''));
  return changed.changes(file) ? { ...loaded, source: changed.changed(String(loaded.source), file) } : loaded;
}
