/** What a visitor sees when no page can be sent: the line's name and colours, a sentence, and the request's id. */
import { escapeHtml } from '../../engine/escape-html.ts';
import type { ServerLine } from '../../engine/pack.ts';
import { colorOf, format, lineParams } from '../outbox/render.ts';
import { styleHash } from './policy.ts';

/** `name:value;` for each colour of a palette that a style may hold. */
function palette(colors: Readonly<Record<string, string>>, otherwise: Readonly<Record<string, string>>): string {
  return Object.entries(otherwise)
    .map(([name, color]) => `--${name}:${colorOf(colors, name, color)};`)
    .join('');
}

const LIGHT = { background: '#f4f5f7', text: '#1a1d24', textMuted: '#5b6270', accentText: '#1f4ed8' };
const DARK = { background: '#14161b', text: '#e9ebf0', textMuted: '#a2a9b8', accentText: '#9db4ff' };

/**
 * A page that asks for nothing from outside. `policy` is the only one under which its style counts.
 * @param failure that was to be expected: its code, or the key of its sentence with what that names; undefined where the
 * fault is ours
 */
export function faultPage(
  line: ServerLine,
  language: string,
  requestId: string,
  failure?: string | { readonly key: string; readonly params?: Readonly<Record<string, string>> },
): { readonly html: string; readonly policy: string } {
  const given = typeof failure === 'object' ? failure.params : {};
  const params = { ...lineParams(line, language), requestId, ...given };
  const say = (key: string): string | undefined => {
    try {
      return format(line, language, key, params);
    } catch {
      // It needs what only a visit has. This page comes when something failed already, and must not fail itself.
      return undefined;
    }
  };
  const brand = say('line.brand') ?? line.name;
  const key = typeof failure === 'string' ? `errors.${failure}` : failure?.key;
  const sentence = (key && say(key)) || say('errors.unknown') || requestId;
  const style = `
:root{color-scheme:light dark;${palette(line.color, LIGHT)}}
@media (prefers-color-scheme:dark){:root{${palette(line.dark ?? {}, DARK)}}}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;background:var(--background);color:var(--text);font:16px/1.7 system-ui,"PingFang SC","Microsoft YaHei",sans-serif;text-autospace:normal;overflow-wrap:anywhere}
main{max-width:420px}
p{margin:0}
.brand{margin-bottom:12px;font-size:20px;font-weight:600;color:var(--accentText)}
.foot{margin-top:24px;font-size:14px;color:var(--textMuted);text-wrap:balance}
`;
  const footer = say('line.footer');
  const html = `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(brand)}</title><style>${style}</style></head>
<body><main><p class="brand">${escapeHtml(brand)}</p><p role="alert">${escapeHtml(sentence)}</p>${footer ? `<p class="foot">${escapeHtml(footer)}</p>` : ''}</main></body></html>
`;
  return {
    html,
    policy: `default-src 'none'; style-src '${styleHash(style)}'; base-uri 'none'; frame-ancestors 'none'`,
  };
}
