/** Stands in for a real-name provider: a page that asks what the verdict shall be. Only `npm start` loads this folder. */
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../engine/escape-html.ts';
import { styleHash } from '../../server/http/policy.ts';
import type { Database, RealNameProvider, RealNameVerdict } from '../../server/types.ts';

const REAL_NAME_PATH = '/simulators/real-name';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const realNameSimulator: RealNameProvider = {
  async start(sql, { ticket, returnTo }) {
    await sql.query('insert into sandbox.real_name (ticket, return_to) values ($1, $2)', [ticket, returnTo]);
    return `${REAL_NAME_PATH}?ticket=${ticket}`;
  },
  async verdict(sql, ticket) {
    const [row] = await sql.query<{ verdict: RealNameVerdict }>(
      'select verdict from sandbox.real_name where ticket = $1',
      [ticket],
    );
    return row?.verdict ?? 'failed';
  },
};

const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--text:#1a1d24;--muted:#5b6270;--edge:#767d8c;--accent:#2448b8;--on:#fff;--warn:#7a4b00;--warn-page:#fff4d6}
@media (prefers-color-scheme:dark){:root{--page:#14161b;--card:#1d2027;--text:#e9ebf0;--muted:#a2a9b8;--edge:#7d869a;--accent:#9db4ff;--on:#14161b;--warn:#ffd98a;--warn-page:#3a2c07}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
.banner{margin:0;background:var(--warn-page);color:var(--warn);padding:10px 16px;text-align:center;font-weight:600}
main{max-width:480px;margin:48px auto;padding:28px;background:var(--card);border-radius:16px}
h1{font-size:24px;line-height:1.25;margin:0 0 8px}
p{margin:0 0 20px;color:var(--muted)}
form{display:grid;gap:12px}
button{min-height:48px;padding:10px 18px;border:1px solid var(--edge);border-radius:10px;background:none;color:inherit;font:inherit;font-weight:600;cursor:pointer}
button:first-of-type{border-color:transparent;background:var(--accent);color:var(--on)}
@media (max-width:520px){main{margin:0;border-radius:0}}
`;

function page(body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>Real-name verification simulator</title><style>${STYLE}</style></head>
<body><p class="banner">Simulator: nobody's name is verified here. This page exists only with npm start.</p>
<main><h1>Real-name verification</h1>${body}</main></body></html>
`;
}

const POLICY = `default-src 'none'; style-src '${styleHash(STYLE)}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

interface Asked {
  readonly ticket: string;
  readonly return_to: string;
}

export function realNameRoutes(db: Database): (app: FastifyInstance) => void {
  const find = async (ticket: string | null): Promise<Asked | undefined> => {
    if (ticket === null || !UUID.test(ticket)) return undefined;
    const [row] = await db.query<Asked>('select ticket, return_to from sandbox.real_name where ticket = $1', [ticket]);
    return row;
  };
  return (app) =>
    void app.register(async (scope) => {
      scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, new URLSearchParams(String(body))),
      );

      scope.get(REAL_NAME_PATH, async (request, reply) => {
        const asked = await find(new URL(request.url, 'http://local').searchParams.get('ticket'));
        reply
          .header('content-type', 'text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          // Its form is posted to itself, and only an origin tells so.
          .header('referrer-policy', 'same-origin')
          .header('content-security-policy', POLICY);
        if (!asked) return reply.status(404).send(page('<p>This verification is not known. Start again.</p>'));
        return reply.send(
          page(`<p>A provider would compare the visitor's name and ID number now. Choose what it finds.</p>
<form method="post" action="${REAL_NAME_PATH}"><input type="hidden" name="ticket" value="${escapeHtml(asked.ticket)}">
<button name="verdict" value="passed">The name is verified</button>
<button name="verdict" value="failed">The verification fails</button>
<button name="verdict" value="pending">Decide later</button></form>`),
        );
      });

      scope.post(REAL_NAME_PATH, async (request, reply) => {
        // A form's post is a navigation, so only its origin tells that it is the page's own.
        if (request.headers.origin !== request.arrival.own) return reply.status(403).send();
        const given = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
        const asked = await find(given.get('ticket'));
        const verdict = given.get('verdict');
        if (!asked || (verdict !== 'passed' && verdict !== 'failed' && verdict !== 'pending'))
          return reply.status(404).send();
        await db.query(`update sandbox.real_name set verdict = $2 where ticket = $1 and verdict <> 'passed'`, [
          asked.ticket,
          verdict,
        ]);
        return reply.status(303).header('location', asked.return_to).send();
      });
    });
}
