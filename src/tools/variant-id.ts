/** Ids of variants: `<screen>.<variant>`, as their files are named. */
const ID = /^([^.]+)\.(.+)$/;

/** The screen that a document's or a pack's id is a variant of, and the variant's name; undefined for a screen itself. */
export function variantOf(id: string): { readonly screen: string; readonly name: string } | undefined {
  const [, screen, name] = ID.exec(id) ?? [];
  return screen === undefined || name === undefined ? undefined : { screen, name };
}
