/** Whether there is such a day, as 2026-11-01 or at the beginning of a moment: of 30 February a date makes another day. */
export function isDay(text: string): boolean {
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}
