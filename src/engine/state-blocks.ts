import type { Block } from '../generated/config.ts';

/** Every block of a state, above its buttons and below them. */
export const blocksOfState = ({
  blocks = [],
  after = [],
}: {
  readonly blocks?: readonly Block[];
  readonly after?: readonly Block[];
}): readonly Block[] => [...blocks, ...after];
