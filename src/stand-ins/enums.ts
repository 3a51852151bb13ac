/** Stands in for the words of rjsf's own fields and templates: ours bring theirs from the data. */
export const TranslatableString = {};
