/** What stands beside a line's own faces: their licences, and what each was drawn of. */

/** Where the licences of a line's faces stand. */
export const LICENCES = 'OFL.txt';

/** What a face was drawn of. */
export interface Drawn {
  /** The package that its font is of. */
  readonly name: string;
  /** The weight of the headings that it was chosen for. */
  readonly weight: number;
}

/** What stands above the licence of a face. */
export const drawnOf = (script: string, { name, weight }: Drawn): string =>
  `display-${script}.woff2 is a part of the font ${name} for headings of weight ${weight}:`;

/** What a script's face was drawn of, as its licence says; undefined where it does not. */
export function readDrawn(licences: string, script: string): Drawn | undefined {
  const pattern = new RegExp(
    `^display-${script}\\.woff2 is a part of the font (\\S+) for headings of weight (\\d+):$`,
    'm',
  );
  const [, name, weight] = pattern.exec(licences) ?? [];
  return name === undefined ? undefined : { name, weight: Number(weight) };
}
