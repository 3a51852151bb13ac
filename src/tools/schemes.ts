/**
 * Drawings that look different on dark pages. What a drawing in an `img` may ask of the page around it differs between
 * browsers (Safari before 26 answers nothing), so each look is a file of its own, and the page chooses by its media.
 */
const DARK = /@media ?\(prefers-color-scheme: ?dark\) ?\{/;

/** Where the block ends that is open at a place. */
function endOf(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') open += 1;
    else if (text[at] === '}') open -= 1;
    if (open === 0) return at;
  }
  throw new Error('A media rule of a drawing has no end.');
}

/** A drawing as light and as dark pages show it; undefined of one that is the same on both. */
export function inSchemes(svg: string): { readonly light: string; readonly dark: string } | undefined {
  const found = DARK.exec(svg);
  if (found === null) return undefined;
  const from = found.index + found[0].length;
  const end = endOf(svg, from);
  const [before, rules, after] = [svg.slice(0, found.index), svg.slice(from, end), svg.slice(end + 1)];
  const [light, dark] = [before + after, before + rules + after];
  return { light: inSchemes(light)?.light ?? light, dark: inSchemes(dark)?.dark ?? dark };
}
