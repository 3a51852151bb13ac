/** The inbox as a page: for people who try the product out, so plainly a simulator. */
import { escapeHtml } from '../engine/escape-html.ts';
import type { InboxMessage } from './inbox.ts';

export const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--text:#1a1d24;--muted:#5b6270;--edge:#d9dce3;--accent:#2448b8;--warn:#7a4b00;--warn-page:#fff4d6}
@media (prefers-color-scheme:dark){:root{--page:#14161b;--card:#1d2027;--text:#e9ebf0;--muted:#a2a9b8;--edge:#343944;--accent:#9db4ff;--warn:#ffd98a;--warn-page:#3a2c07}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
.banner{margin:0;background:var(--warn-page);color:var(--warn);padding:10px 16px;text-align:center;font-weight:600}
main{max-width:760px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:26px;margin:0 0 4px}
form{display:flex;flex-wrap:wrap;gap:8px;margin:16px 0 24px}
input{flex:1 1 220px;min-width:0;padding:10px 12px;border:1px solid var(--muted);border-radius:8px;background:var(--card);color:inherit;font:inherit}
button{padding:10px 18px;border:0;border-radius:8px;background:var(--accent);color:var(--card);font:inherit;font-weight:600;cursor:pointer}
article{background:var(--card);border:1px solid var(--edge);border-radius:12px;padding:18px 20px;margin:0 0 16px;overflow-wrap:anywhere}
h2{font-size:18px;margin:0 0 6px}
.about{display:flex;flex-wrap:wrap;gap:4px 14px;color:var(--muted);font-size:14px;margin:0 0 10px}
.code{font-size:40px;line-height:1.2;font-weight:700;letter-spacing:.18em;margin:8px 0;font-variant-numeric:tabular-nums}
.text{white-space:pre-wrap;margin:8px 0}
iframe{width:100%;height:520px;border:1px solid var(--edge);border-radius:8px;background:#fff}
summary{cursor:pointer;color:var(--accent);padding:10px 0}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
a{color:var(--accent)}
.empty{color:var(--muted)}
`;

/** Loads the page anew when a message came in, unless somebody is typing. */
export const LIVE_SCRIPT = `
const newest = document.body.dataset.newest;
setInterval(async () => {
  if (document.hidden || document.activeElement?.tagName === 'INPUT') return;
  const response = await fetch('/inbox/newest' + location.search).catch(() => undefined);
  if (!response?.ok) return;
  if ((await response.json()).id !== newest) location.reload();
}, 2000);
`;

const CHANNELS: Readonly<Record<string, string>> = { email: 'Email', sms: 'SMS', voice: 'Voice call' };

export function inboxPage(
  messages: readonly InboxMessage[],
  filter: { to: string | undefined; line: string | undefined },
): string {
  const list =
    messages.length === 0
      ? '<p class="empty">Nothing here yet. Messages appear by themselves.</p>'
      : messages.map((message, index) => article(message, index === 0)).join('\n');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>Inbox simulator</title><style>${STYLE}</style><script src="/inbox/live.js" defer></script></head>
<body data-newest="${escapeHtml(messages[0]?.id ?? '')}">
<p class="banner">Simulator: these messages were not sent to anybody. This page exists only with npm start.</p>
<main><h1>Inbox</h1><p class="empty">Every mail, SMS and voice call of all lines, newest first.</p>
<form action="/inbox" method="post"><input name="to" type="search" aria-label="Recipient" placeholder="Email or phone number" value="${escapeHtml(filter.to ?? '')}">${filter.line ? `<input type="hidden" name="line" value="${escapeHtml(filter.line)}">` : ''}<button>Filter</button></form>
${list}
</main></body></html>
`;
}

function article(message: InboxMessage, open: boolean): string {
  const channel = CHANNELS[message.channel] ?? message.channel;
  const links = message.links
    .map((link) => `<p><a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(link)}</a></p>`)
    .join('');
  const mail = message.html
    ? `<details${open ? ' open' : ''}><summary>The mail</summary><iframe sandbox="allow-popups allow-popups-to-escape-sandbox" title="${escapeHtml(message.subject ?? channel)}" src="/inbox/mail/${message.id}" loading="lazy"></iframe></details>
<details><summary>Plain text</summary><p class="text" lang="${escapeHtml(message.language)}">${escapeHtml(message.text)}</p></details>`
    : `<p class="text" lang="${escapeHtml(message.language)}">${escapeHtml(message.text)}</p>`;
  return `<article><h2 lang="${escapeHtml(message.language)}">${escapeHtml(message.subject ?? `${channel} to ${message.recipient}`)}</h2>
<p class="about"><span>${channel}</span><span>To <b>${escapeHtml(message.recipient)}</b></span><span><a href="/inbox?line=${encodeURIComponent(message.line)}">${escapeHtml(message.line)}</a></span><time datetime="${message.at.toISOString()}">${escapeHtml(message.at.toISOString().replace('T', ' ').slice(0, 19))} UTC</time></p>
${message.code ? `<p class="code">${escapeHtml(message.code)}</p>` : ''}${links}${mail}</article>`;
}
