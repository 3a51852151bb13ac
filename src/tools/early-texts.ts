/** What a page says before its scripts have come, or without them. */
import type { ResolvedLine } from './resolve.ts';

/** By message key without its `early.`. */
export type EarlyTexts = Readonly<
  Record<
    'wait' | 'lost' | 'works' | 'home' | 'plain' | `off.${'form' | 'choice' | 'notice' | 'buttons' | 'missing'}`,
    string
  >
> & {
  /** The screen's own sentence for browsers without scripts. */
  readonly own?: string;
};

/** What the page of a screen says without its scripts. */
export function earlyTexts({ messages }: ResolvedLine, language: string, screen: string): EarlyTexts {
  const { [language]: catalog = {} } = messages;
  const text = (name: string): string => catalog[`early.${name}`] ?? '';
  const own = catalog[`screens.${screen}.off`];
  return {
    wait: text('wait'),
    lost: text('lost'),
    works: text('works'),
    home: text('home'),
    plain: text('plain'),
    'off.form': text('off.form'),
    'off.choice': text('off.choice'),
    'off.notice': text('off.notice'),
    'off.buttons': text('off.buttons'),
    'off.missing': text('off.missing'),
    ...(own === undefined ? {} : { own }),
  };
}
