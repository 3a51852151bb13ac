/**
 * The phone that scans codes of the simulated WeChat: it opens the mini program and binds or refuses, or it follows the public
 * account, whose events the service pushes three times.
 */
import { createHash, randomBytes } from 'node:crypto';
import { request as send } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { escapeHtml } from '../../engine/escape-html.ts';
import type { Database } from '../../server/types.ts';
import { PERSONAS, sendPage, withForms } from '../chooser.ts';
import { queryOf } from '../grants.ts';
import { ACCOUNT, WECHAT_PLATFORM } from './applications.ts';

/** As WeChat delivers an event that nobody takes. */
const DELIVERIES = 3;
const BIND = '/api/rendering/user/wxbind/bindWxToUser';
const PUSH = '/api/foyer/wechat/push';
const PERSON = /^[a-z0-9][a-z0-9_-]{0,39}$/i;
const DIALOG = { cancel: 0, wait: 1, bind: 2 } as const;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks this very server as a stranger does: no origin, no cookies. */
function ask(from: FastifyRequest, path: string, type: string, body: string): Promise<Answer> {
  const { headers, socket } = from;
  return new Promise((resolve, reject) => {
    const request = send(
      {
        host: '127.0.0.1',
        port: socket.localPort,
        path,
        method: 'POST',
        headers: { host: headers.host, 'content-type': type, 'content-length': Buffer.byteLength(body) },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    request.on('error', reject).end(body);
  });
}

const forms = (action: string, hidden: string, verb: string, refuse: string): string => `
<form method="post" action="${escapeHtml(action)}">${hidden}
<label>Id of whose WeChat it is<input name="id" value="somebody" pattern="[a-zA-Z0-9][a-zA-Z0-9_\\-]*" maxlength="40" autocomplete="off" spellcheck="false"></label>
<button class="main" name="go" value="id">${verb}</button><hr>
${Object.keys(PERSONAS)
  .map((id) => `<button name="person" value="${id}">${verb} as ${id}</button>`)
  .join('\n')}<hr>${refuse}</form>`;

export function wechatPhoneRoutes(db: Database): (app: FastifyInstance) => void {
  async function bind(
    request: FastifyRequest,
    body: object,
  ): Promise<{ code: string | number; data: Record<string, unknown> | null }> {
    return JSON.parse((await ask(request, BIND, 'application/json', JSON.stringify(body))).text);
  }

  async function jsCode(person: string, hasUnionid: boolean): Promise<string> {
    const code = randomBytes(16).toString('hex');
    await db.query('insert into sandbox.wechat_login (js_code, openid, unionid) values ($1, $2, $3)', [
      code,
      `o-mini-${person}`,
      hasUnionid ? `wechat-${person}` : null,
    ]);
    return code;
  }

  /** What the mini program says in the end. */
  function said({ code, data }: Awaited<ReturnType<typeof bind>>): string {
    if (code === 'QrCode.Expired') return 'This code is over. Scan the new one.';
    if (code !== 200) return `The service answered ${code}.`;
    if (data?.status === 0) return 'Bound. The page that showed the code goes on by itself.';
    if (data?.status === 1)
      return data.mine === true ? 'This account is bound already.' : 'This WeChat belongs to another account.';
    return 'Refused.';
  }

  const person = (body: unknown): string | undefined => {
    if (!(body instanceof URLSearchParams)) return undefined;
    const id = body.get('person') ?? body.get('id') ?? '';
    return PERSON.test(id) ? id : undefined;
  };

  async function push(request: FastifyRequest, xml: string): Promise<number> {
    let taken = 0;
    for (let nth = 0; nth < DELIVERIES; nth += 1) {
      const [row] = await db.query<{ now: string }>('select floor(extract(epoch from foyer_now()))::text as now');
      const signed = { timestamp: row?.now ?? '', nonce: randomBytes(5).toString('hex') };
      const signature = createHash('sha1')
        .update([ACCOUNT.token, signed.timestamp, signed.nonce].sort().join(''))
        .digest('hex');
      const { status, text } = await ask(
        request,
        `${PUSH}?${new URLSearchParams({ signature, ...signed })}`,
        'text/xml',
        xml,
      );
      if (status === 200 && text === 'success') taken += 1;
    }
    return taken;
  }

  const page = (reply: FastifyReply, title: string, body: string): FastifyReply =>
    sendPage(reply, { provider: 'WeChat', title, body });

  const routes = (scope: FastifyInstance): void => {
    scope.get(`${WECHAT_PLATFORM}/phone`, async (request, reply) => {
      const { scene = '' } = queryOf(request);
      const opened = await bind(request, { scene, dialog: DIALOG.wait });
      if (opened.code !== 200) return page(reply, 'Mini program', `<p>${said(opened)}</p>`);
      const hidden = `<input type="hidden" name="scene" value="${escapeHtml(scene)}">`;
      const refuse = `<label>What is missing<select name="without"><option value="">Nothing</option><option value="unionid">The unionid</option></select></label><button name="refuse" value="1">Refuse</button>`;
      const { account, line, device, place } = opened.data ?? {};
      const shown = [device, place].filter(Boolean).map(String).join(', ');
      const about = `<p>This is the mini program on the phone that scanned the code. Bind WeChat to the account <b>${escapeHtml(String(account))}</b> of ${escapeHtml(String(line))}${shown ? `, shown in ${escapeHtml(shown)}` : ''}? Go on only if that is you. Whose WeChat is bound?</p>`;
      return page(reply, 'Bind WeChat', about + forms(`${WECHAT_PLATFORM}/phone`, hidden, 'Bind', refuse));
    });

    scope.post(`${WECHAT_PLATFORM}/phone`, async (request, reply) => {
      const { body } = request;
      const who = person(body);
      if (!(body instanceof URLSearchParams) || who === undefined) return reply.status(400).send();
      const code = body.get('scene') ?? '';
      const answered = body.has('refuse')
        ? await bind(request, { scene: code, dialog: DIALOG.cancel })
        : await bind(request, {
            scene: code,
            dialog: DIALOG.bind,
            code: await jsCode(who, body.get('without') !== 'unionid'),
          });
      return page(reply, 'Mini program', `<p role="status">${said(answered)}</p>`);
    });

    scope.get(`${WECHAT_PLATFORM}/q/:ticket`, async (request, reply) => {
      const { ticket } = request.params as { ticket: string };
      const [code] = await db.query('select 1 from sandbox.wechat_code where ticket = $1', [ticket]);
      if (!code) return page(reply, 'Public account', '<p>This code is not known.</p>');
      const about =
        '<p>This is WeChat on the phone that scanned the code. Whose WeChat follows the public account?</p>';
      return page(
        reply,
        'Follow the public account',
        about + forms(`${WECHAT_PLATFORM}/q/${ticket}`, '', 'Follow', ''),
      );
    });

    scope.post(`${WECHAT_PLATFORM}/q/:ticket`, async (request, reply) => {
      const { ticket } = request.params as { ticket: string };
      const [code] = await db.query<{ scene: string }>('select scene from sandbox.wechat_code where ticket = $1', [
        ticket,
      ]);
      const who = person(request.body);
      if (!code || who === undefined) return reply.status(400).send();
      const openid = `o-account-${who}`;
      const fresh = await db.query(
        'insert into sandbox.wechat_fan (openid) values ($1) on conflict (openid) do nothing returning 1',
        [openid],
      );
      const [event, key] = fresh.length > 0 ? ['subscribe', `qrscene_${code.scene}`] : ['SCAN', code.scene];
      const xml = `<xml><ToUserName><![CDATA[gh_foyer]]></ToUserName><FromUserName><![CDATA[${openid}]]></FromUserName><CreateTime>${Math.floor(Date.now() / 1000)}</CreateTime><MsgType><![CDATA[event]]></MsgType><Event><![CDATA[${event}]]></Event><EventKey><![CDATA[${key}]]></EventKey><Ticket><![CDATA[${ticket}]]></Ticket></xml>`;
      const taken = await push(request, xml);
      return page(
        reply,
        'Public account',
        `<p role="status">You follow it. The event was delivered ${DELIVERIES} times and taken ${taken} times.</p>`,
      );
    });
  };
  return (app) => withForms(app, routes);
}
