/**
 * What of a text shows, piece by piece: no control, no direction mark, nothing invisible. A joiner stays where its script or
 * an emoji needs it (Persian, the scripts of India, a family of emoji). The same as the rule of a text that visitors type
 * (`schemas/fields/other-software.json`); `hidden-marks.test.ts` keeps the two alike.
 */
const JOINING =
  '\\u0620-\\u06dc\\u0710-\\u074f\\u0750-\\u077f\\u07c0-\\u07ff\\u0900-\\u0dff\\u1000-\\u109f\\u1780-\\u17b3\\u17b6-\\u17d3\\u1820-\\u18aa';
const EMOJI = '\\p{Extended_Pictographic}\\p{Emoji_Modifier}';
const HIDDEN =
  '\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Noncharacter_Code_Point}\\u2800';

export const SHOWN = [
  `[^${HIDDEN}${JOINING}${EMOJI}0-9#*]`,
  `[${JOINING}][\\u200c\\u200d]?`,
  `[${EMOJI}]\\ufe0f?\\u200d?`,
  '[0-9#*](?:\\ufe0f\\u20e3)?',
].join('|');

const PIECE = new RegExp(SHOWN, 'gu');
const WHOLE = new RegExp(`^(?:${SHOWN})*$`, 'u');

/** Whether all of a text shows. */
export const isShown = (text: string): boolean => WHOLE.test(text);

/** Text from outside made fit to store and to show: breaks and halves of characters become blanks, what is hidden goes. */
export function plainText(text: string, maxLength: number): string {
  const spaced = text.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu, ' ');
  return (spaced.match(PIECE)?.join('') ?? '').slice(0, maxLength).replace(/\p{Cs}$/u, '');
}
