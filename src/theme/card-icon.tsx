/** Strokes on a 28-unit square: a picture, a strip of film, layers, a cube, a wave. */
const strokes = [
  'M4 6h20v16H4zM4 18l6-6 5 5 3.5-3.5L24 18M17.5 10.2h.1',
  'M4 6h20v16H4zM8 6v16M20 6v16M4 11.3h4M4 16.7h4M20 11.3h4M20 16.7h4M12.3 11l4 3-4 3z',
  'M14 4.5 24 10l-10 5.5L4 10zM4 14.3l10 5.5 10-5.5M4 18.6l10 5.4 10-5.4',
  'M14 3.8 23 9v10l-9 5.2L5 19V9zM5 9l9 5 9-5M14 14v10',
  'M3 11c3.7-4 7.3-4 11 0s7.3 4 11 0M3 18c3.7-4 7.3-4 11 0s7.3 4 11 0',
] as const;

/** The drawing of the card at this place; decorative, and chosen by order alone. */
export function CardIcon({ at }: { readonly at: number }) {
  return (
    <svg className="icon" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true" focusable="false">
      <path d={strokes[at % strokes.length]} />
    </svg>
  );
}
