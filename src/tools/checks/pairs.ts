/** Pairs of neighbouring characters: what texts share where they are alike, and what stands for words where no blanks do. */
export const pairsOf = (text: string): readonly string[] =>
  Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
