/** Sections of a state: a text of the tone `heading` begins one. */
import type { Block } from '../generated/config.ts';

export const isHeading = (block: Block): boolean => block.block === 'text' && block.tone === 'heading';

/** Whether a state is written in sections. */
export const hasSections = ({ blocks = [] }: { readonly blocks?: readonly Block[] }): boolean => blocks.some(isHeading);
