/** A sentence with a line's amounts in the place of their names, `{newUser}`; a name that the line does not give stays. */
export const fillAmounts = (sentence: string, amounts: Readonly<Record<string, unknown>> = {}): string =>
  sentence.replace(/\{(\w+)\}/g, (all, name: string) => String(amounts[name] ?? all));
