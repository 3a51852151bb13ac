/** Sections of a state: a text of the tone `heading` begins one. */
import type { Block, Button, Screen } from '../generated/config.ts';

/** Where a button stands that stands in the page's bar. */
export const BAR = 'bar';

export const isHeading = (block: Block): boolean => block.block === 'text' && block.tone === 'heading';

/** The buttons of a notice's state. */
export const actionsIn = (screen: Screen, state: string): readonly Button[] =>
  (screen.kind === 'notice' && screen.states[state]?.actions) || [];

/** Whether a state is written in sections. */
export const hasSections = ({ blocks = [] }: { readonly blocks?: readonly Block[] }): boolean => blocks.some(isHeading);
