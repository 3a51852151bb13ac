/** What a session's owner recognises a browser by. Nothing of the visitor's own text is kept. */

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger/, 'WeChat'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Android/, 'Android'],
  [/Linux|X11/, 'Linux'],
];

function first(list: typeof BROWSERS, text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}

/** `Chrome, Windows`; `-` when nothing is recognised. */
export function deviceLabel(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 512);
  return [first(BROWSERS, text), first(SYSTEMS, text)].filter(Boolean).join(', ') || '-';
}
