/** The page of every simulated provider on which somebody chooses who signs in, or what goes wrong. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../engine/escape-html.ts';
import { CALLBACK_PATH } from '../server/http/cookies.ts';
import { styleHash } from '../server/http/policy.ts';

/** People that the reference accounts know something about; the provider's key of each is `<provider>-<id>`. */
export const PERSONAS: Readonly<Record<string, string>> = {
  linked: 'Linked to an account',
  fresh: 'Linked to nothing yet',
  phoneless: 'Linked to an account without a phone',
  risky: 'Linked to an account at risk',
};

/** Ids that the page takes besides. */
const PERSON = /^[a-z0-9][a-z0-9_-]{0,39}$/i;

export interface Chooser {
  /** As people call it. */
  readonly provider: string;
  /** Path that the choice is posted to. */
  readonly action: string;
  /** What the choice brings along. */
  readonly carried: Readonly<Record<string, string>>;
  /** What may go wrong, in words. */
  readonly troubles: Readonly<Record<string, string>>;
  /** Where the choice leads in the end: the one foreign address that the form may be sent on to. */
  readonly leadsTo?: string;
  /** A sentence above the choice. */
  readonly about?: string;
  /** Whom it offers by name, in words; else `PERSONAS`. */
  readonly people?: Readonly<Record<string, string>>;
}

export interface Choice {
  /** Id of who signs in; empty where nobody does. */
  readonly person: string;
  readonly trouble: string;
  readonly refused: boolean;
  readonly carried: Readonly<Record<string, string>>;
}

const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--text:#1a1d24;--muted:#5b6270;--edge:#767d8c;--accent:#2448b8;--on:#fff;--warn:#7a4b00;--warn-page:#fff4d6}
@media (prefers-color-scheme:dark){:root{--page:#14161b;--card:#1d2027;--text:#e9ebf0;--muted:#a2a9b8;--edge:#7d869a;--accent:#9db4ff;--on:#14161b;--warn:#ffd98a;--warn-page:#3a2c07}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
.banner{margin:0;background:var(--warn-page);color:var(--warn);padding:10px 16px;text-align:center;font-weight:600}
main{max-width:480px;margin:32px auto;padding:28px;background:var(--card);border-radius:16px;overflow-wrap:anywhere}
h1{font-size:24px;line-height:1.25;margin:0 0 8px}
p{margin:0 0 20px;color:var(--muted)}
form{display:grid;gap:12px}
label{display:grid;gap:6px;font-weight:600}
input,select{min-height:48px;min-width:0;width:100%;padding:10px 12px;border:1px solid var(--edge);border-radius:10px;background:none;color:inherit;font:inherit;font-weight:400}
option{color:#1a1d24;background:#fff}
button{min-height:48px;padding:10px 18px;border:1px solid var(--edge);border-radius:10px;background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer;text-align:start}
button small{display:block;font-weight:400;color:var(--muted)}
button.main{border-color:transparent;background:var(--accent);color:var(--on);text-align:center}
hr{width:100%;border:0;border-top:1px solid var(--edge);margin:8px 0;opacity:.4}
img{display:block;margin:0 auto 16px;width:200px;height:200px;background:#fff;padding:8px;border-radius:8px}
a{color:var(--accent)}
:root:has(.framed) body{background:var(--card)}
.framed{margin:0;border-radius:0;padding:8px;text-align:center;font-size:14px}
.framed h1{font-size:16px;margin:0}
.framed p{margin:0 0 4px}
.framed img{width:150px;height:150px;margin:0 auto 4px;padding:4px}
.small{padding:4px;font-size:13px}
@media (max-width:520px){main{margin:0;border-radius:0}}
`;

const styleSource = `'${styleHash(STYLE)}'`;

export interface SimulatedPage {
  readonly provider: string;
  readonly title: string;
  /** HTML, escaped already. */
  readonly body: string;
  /** Path of a script of this folder's, and what it is told. */
  readonly script?: { readonly path: string; readonly values: Readonly<Record<string, string>> };
  /** Whether any page may show this one in a frame, as the real one lets them. */
  readonly framed?: boolean;
  /** Address that a form on it may lead to. */
  readonly leadsTo?: string;
}

/** Sends a page of a simulated provider: one that behaves like a stranger's, and says plainly what it is. */
export function sendPage(reply: FastifyReply, page: SimulatedPage, status = 200): FastifyReply {
  const { provider, title, body, script, framed = false, leadsTo } = page;
  const onward = leadsTo === undefined ? '' : ` ${new URL(leadsTo).origin}`;
  reply.removeHeader('cross-origin-opener-policy');
  if (framed) reply.removeHeader('x-frame-options');
  const name = escapeHtml(provider);
  const banner = framed
    ? `<p class="banner small">Simulator, not ${name} itself</p>`
    : `<p class="banner">Simulator of ${name}: nobody's identity is proven here. It exists only with npm start.</p>`;
  const values = Object.entries(script?.values ?? {}).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return reply
    .status(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src ${styleSource}; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'${onward}; base-uri 'none'; frame-ancestors ${framed ? '*' : "'none'"}`,
    )
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)} (simulator)</title><style>${STYLE}</style>${script ? `<script src="${script.path}" defer></script>` : ''}</head>
<body${values.join('')}>${banner}
<main${framed ? ' class="framed"' : ''}><h1>${escapeHtml(title)}</h1>${body}</main></body></html>
`);
}

/** Says what is wrong with what a page was asked, as the real one does without going back anywhere. */
export function sendRefusal(reply: FastifyReply, provider: string, words: string): FastifyReply {
  return sendPage(reply, { provider, title: 'This does not work', body: `<p>${escapeHtml(words)}</p>`, framed: true });
}

export function sendChooser(reply: FastifyReply, chooser: Chooser): FastifyReply {
  const { provider, action, carried, troubles, leadsTo, about, people: named = PERSONAS } = chooser;
  const hidden = Object.entries(carried)
    .map(([name, value]) => `<input type="hidden" name="carried.${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const people = Object.entries(named)
    .map(([id, words]) => `<button name="person" value="${id}">${id}<small>${escapeHtml(words)}</small></button>`)
    .join('\n');
  const options = Object.entries(troubles)
    .map(([id, words]) => `<option value="${escapeHtml(id)}">${escapeHtml(words)}</option>`)
    .join('');
  const body = `${about === undefined ? '' : `<p>${escapeHtml(about)}</p>`}
<form method="post" action="${escapeHtml(action)}">${hidden}
<label>What goes wrong<select name="trouble"><option value="">Nothing</option>${options}</select></label>
<label>Id of who signs in<input name="id" value="somebody" pattern="[a-zA-Z0-9][a-zA-Z0-9_\\-]*" maxlength="40" autocomplete="off" spellcheck="false"></label>
<button class="main" name="go" value="id">Sign in with this id</button>
<hr>${people}<hr>
<button name="refuse" value="1">Refuse</button></form>`;
  const title = `Sign in with ${provider}`;
  return sendPage(reply, { provider, title, body, ...(leadsTo === undefined ? {} : { leadsTo }) });
}

export interface Posted {
  readonly provider: string;
  /** Path of `POST_SCRIPT`. */
  readonly script: string;
  readonly back: URL;
  readonly fields: Readonly<Record<string, string>>;
}

/** The page that posts what came of it, by itself and across sites. */
export function sendPost(reply: FastifyReply, { provider, script, back, fields }: Posted): FastifyReply {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  );
  return sendPage(reply, {
    provider,
    title: 'Going back',
    body: `<form method="post" action="${escapeHtml(back.href)}">${inputs.join('')}<button class="main">Continue</button></form>`,
    script: { path: script, values: {} },
    leadsTo: back.href,
  });
}

export const POST_SCRIPT = 'document.forms[0].submit();\n';

/** What a chooser's form brought; undefined when it is no such thing. */
export function readChoice(body: unknown, troubles: Chooser['troubles']): Choice | undefined {
  if (!(body instanceof URLSearchParams)) return undefined;
  const person = body.get('person') ?? body.get('id') ?? '';
  const trouble = body.get('trouble') ?? '';
  const refused = body.get('refuse') === '1';
  if ((!refused && !PERSON.test(person)) || (trouble !== '' && !Object.hasOwn(troubles, trouble))) return undefined;
  const carried = [...body].filter(([name]) => name.startsWith('carried.'));
  return {
    person: refused ? '' : person,
    trouble,
    refused,
    carried: Object.fromEntries(carried.map(([name, value]) => [name.slice('carried.'.length), value])),
  };
}

/** Lets the routes that `add` makes take forms. */
export function withForms(app: FastifyInstance, add: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    add(scope);
  });
}

/** The parameter as an address that this provider may send people back to; undefined when it is none. */
export function callbackOf(provider: string, address: string | undefined): URL | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const known = /^https?:$/.test(url.protocol) && url.pathname === `${CALLBACK_PATH}/${provider}`;
  return known ? url : undefined;
}

/** The address with parameters added. */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
