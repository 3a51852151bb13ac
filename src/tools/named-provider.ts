/** A text with the name of one provider where it stands for all: what the compiler does, for who reads texts from the catalogs. */
import type { Messages } from '../generated/config.ts';

export function withProvider(text: string, catalog: Messages | undefined, provider: unknown): string {
  const name = catalog?.[`frame.providers.${provider}`];
  return name === undefined ? text : text.replaceAll('named {{provider}}', `${provider} {${name}}`);
}
