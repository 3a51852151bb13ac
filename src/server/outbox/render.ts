/** Texts of an outgoing message, from the line's catalogs (`mail.<template>.*`, `sms.<template>`, `voice.<template>`). */
import { IntlMessageFormat } from 'intl-messageformat';
import { escapeHtml } from '../../engine/escape-html.ts';
import { namesIn } from '../../engine/messages.ts';
import type { Scalar, ServerLine } from '../../engine/pack.ts';
import type { ReadyMessage } from '../ports/carrier.ts';
import type { OutgoingMessage } from '../types.ts';

type Params = Readonly<Record<string, string | number>>;

/** A parameter of this name is where the mail's button leads. */
const LINK = 'link';

/**
 * Formats one message; undefined when the catalog has none of that key. Rich tags keep only their content.
 * @param otherwise stands for parameters that are not given, which are a mistake without it
 */
export function format(
  line: ServerLine,
  language: string,
  key: string,
  params: Readonly<Record<string, Scalar>>,
  otherwise?: string,
): string | undefined {
  const text = line.messages[language]?.[key];
  if (text === undefined) return undefined;
  const plain = (chunks: readonly string[]): string => chunks.join('');
  const tags = { b: plain, link: plain, terms: plain, privacy: plain };
  const message = new IntlMessageFormat(text, language);
  const missing =
    otherwise === undefined
      ? {}
      : Object.fromEntries([...namesIn(message.getAst()).keys()].map((name) => [name, otherwise]));
  return String(message.format({ ...missing, ...tags, ...params }));
}

/** Renders a message. Throws when its texts, or a parameter they need, are missing: that is a mistake of ours, not of the receiver's. */
export function render(id: string, message: OutgoingMessage, line: ServerLine): ReadyMessage {
  // What it is for was not said of a code that an earlier version still owes.
  const purpose = line.messages[message.language]?.['purposes.other'] ?? '';
  const params: Params = { purpose, ...lineParams(line, message.language), ...message.params };
  const need = (key: string): string => {
    const text = format(line, message.language, key, params);
    if (text === undefined) throw new Error(`No message ${key} in ${message.language} for ${line.name}.`);
    return text;
  };
  if (message.channel === 'conversion') return { id, message, line, text: '' };
  if (message.channel !== 'email') {
    return { id, message, line, text: need(`${message.channel}.${message.template}`) };
  }
  const part = (name: string): string => `mail.${message.template}.${name}`;
  const mail: MailParts = {
    subject: need(part('subject')),
    title: need(part('title')),
    text: need(part('text')),
    button: format(line, message.language, part('button'), params),
    after: format(line, message.language, part('after'), params),
    brand: String(params.brand),
    footer: format(line, message.language, 'line.footer', params),
    link: typeof message.params[LINK] === 'string' ? message.params[LINK] : undefined,
    code: message.params.code === undefined ? undefined : String(message.params.code),
  };
  return {
    id,
    message,
    line,
    subject: mail.subject,
    text: plainMail(mail),
    html: htmlMail(mail, line, message.language),
  };
}

/** What every sentence of a line may use: its brand, currency, limits, coupons and contacts. */
export function lineParams(line: ServerLine, language: string): Params {
  return {
    ...line.line.limits,
    ...line.line.coupons,
    ...line.line.contacts,
    currency: line.line.currency ?? '',
    brand: line.messages[language]?.['line.brand'] ?? line.name,
  };
}

interface MailParts {
  readonly subject: string;
  readonly title: string;
  readonly text: string;
  readonly button: string | undefined;
  readonly after: string | undefined;
  readonly brand: string;
  readonly footer: string | undefined;
  readonly link: string | undefined;
  readonly code: string | undefined;
}

function plainMail(mail: MailParts): string {
  const action = mail.link ? `${mail.button ? `${mail.button}:\n` : ''}${mail.link}` : undefined;
  return [mail.title, mail.text, mail.code, action, mail.after, mail.footer ?? mail.brand]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n');
}

/** A colour of the line's theme, or another where the theme has none that a style may hold. */
export function colorOf(palette: Readonly<Record<string, string>>, name: string, otherwise: string): string {
  const value = palette[name];
  return value !== undefined && /^#[0-9a-fA-F]{6}$/.test(value) ? value : otherwise;
}

/** What mail programs that know dark windows do there; the others keep the inline styles. */
function darkStyle(dark: Readonly<Record<string, string>>): string {
  const page = colorOf(dark, 'background', '#14161b');
  const surface = colorOf(dark, 'surface', '#1d2027');
  const text = colorOf(dark, 'text', '#e9ebf0');
  const muted = colorOf(dark, 'textMuted', '#a2a9b8');
  const accent = colorOf(dark, 'accent', '#9db4ff');
  const onAccent = colorOf(dark, 'textOnAccent', '#14161b');
  const brand = colorOf(dark, 'accentText', accent);
  return `<style>@media (prefers-color-scheme:dark){.page{background:${page}!important}.card{background:${surface}!important}.text{color:${text}!important}.muted{color:${muted}!important}.brand{color:${brand}!important}.go{background:${accent}!important}.go a{color:${onAccent}!important}}</style>`;
}

/** Tables and inline styles, since mail programs know little else; one column that narrows by itself on a phone. */
function htmlMail(mail: MailParts, line: ServerLine, language: string): string {
  const color = (name: string, otherwise: string): string => colorOf(line.color, name, otherwise);
  const accent = color('accent', '#1f4ed8');
  const onAccent = color('textOnAccent', '#ffffff');
  const text = color('text', '#1a1d24');
  const muted = color('textMuted', '#5b6270');
  const page = color('background', '#f4f5f7');
  const surface = color('surface', '#ffffff');
  const font = "font-family:-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei',sans-serif";
  // Chinese stands taller than Latin, and apart from it.
  const leading = language.startsWith('zh') ? 1.7 : 1.5;
  const paragraph = (look: 'text' | 'muted', content: string | undefined, style: string): string =>
    content
      ? `<p class="${look}" style="margin:0 0 16px;line-height:${leading};color:${look === 'text' ? text : muted};${style}">${escapeHtml(content).replaceAll('\n', '<br>')}</p>`
      : '';
  const link = mail.link ? escapeHtml(mail.link) : '';
  const button =
    mail.link && mail.button
      ? `<table role="presentation" cellspacing="0" cellpadding="0" style="margin:8px 0 24px"><tr><td class="go" style="border-radius:8px;background:${accent}"><a href="${link}" style="display:inline-block;padding:12px 28px;color:${onAccent};text-decoration:none;font-weight:600;font-size:16px;${font}">${escapeHtml(mail.button)}</a></td></tr></table>
${paragraph('muted', mail.link, 'font-size:12px;word-break:break-all')}`
      : '';
  const code = mail.code
    ? `<p class="text" style="margin:0 0 24px;font-size:32px;letter-spacing:8px;font-weight:700;color:${text}">${escapeHtml(mail.code)}</p>`
    : '';
  const dark = line.dark ? darkStyle(line.dark) : '';
  return `<!doctype html>
<html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="${dark ? 'light dark' : 'light'}"><title>${escapeHtml(mail.subject)}</title>${dark}</head>
<body class="page" style="margin:0;padding:0;background:${page};text-autospace:normal;overflow-wrap:anywhere;${font}">
<table class="page" role="presentation" width="100%" cellspacing="0" cellpadding="0" style="background:${page}"><tr><td align="center" style="padding:24px 12px">
<table class="card" role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;background:${surface};border-radius:12px">
<tr><td class="brand" style="padding:24px 24px 0;font-size:18px;font-weight:700;color:${color('accentText', accent)}">${escapeHtml(mail.brand)}</td></tr>
<tr><td style="padding:16px 24px">
<h1 class="text" style="margin:0 0 16px;font-size:22px;line-height:1.4;color:${text}">${escapeHtml(mail.title)}</h1>
${paragraph('text', mail.text, 'font-size:16px')}
${code}${button}
${paragraph('muted', mail.after, 'font-size:14px')}
</td></tr></table>
<p class="muted" style="max-width:560px;margin:16px auto 0;font-size:12px;line-height:1.5;text-wrap:balance;color:${muted}">${escapeHtml(mail.footer ?? mail.brand)}</p>
</td></tr></table></body></html>
`;
}
