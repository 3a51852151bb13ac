/** The settings of the server that a build follows: where releases go, and whose calls their pages make. */
import path from 'node:path';
import { PlainError } from '../server/plain-error.ts';
import { SETTINGS } from '../server/settings-list.ts';

export interface BuildSettings {
  /** Where releases go. */
  readonly dist: string;
  readonly apiBase: string;
}

/**
 * @param root the repository's folder, which holds `dist/` where nothing else is said
 * @throws with a sentence where one cannot be
 */
export function buildSettings(root: string, env: NodeJS.ProcessEnv = process.env): BuildSettings {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;
  const { distDir, apiBase } = SETTINGS;
  try {
    return {
      dist: given(distDir.name) === undefined ? path.join(root, 'dist') : distDir.parse(given(distDir.name)),
      apiBase: apiBase.parse(given(apiBase.name)),
    };
  } catch (error) {
    throw new PlainError(`${apiBase.name} ${(error as Error).message}.`);
  }
}
