/** Text from outside made fit to store: no control characters, no halves of characters (PostgreSQL refuses some of either). */
export function plainText(text: string, maxLength: number): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, maxLength);
}
