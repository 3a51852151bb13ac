/** Stands in for Tencent's captcha: the script that draws it, and the interface that tells a genuine ticket. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../server/types.ts';
import { SIMULATED_TENCENT, TENCENT_PATH } from './account.ts';
import { fault, registerTencentApi } from './api.ts';

const SCRIPT = readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'tj-captcha.js'), 'utf8');
const TICKET_MINUTES = 5;
/** How long an interface that does not answer does not answer, milliseconds. */
const SILENCE = 20000;

/** CaptchaCode → CaptchaMsg. */
const MESSAGES: Readonly<Record<number, string>> = {
  1: 'OK',
  7: 'captcha no match',
  8: 'ticket expired',
  9: 'ticket reused',
  15: 'decrypt fail',
  16: 'appid-ticket mismatch',
  21: 'diff',
  26: 'system internal error',
  100: 'appid-secretkey-ticket mismatch',
};

interface Row {
  readonly randstr: string;
  readonly app_id: string;
  readonly code: number;
  readonly used: boolean;
  readonly expired: boolean;
}

export function tencentCaptchaRoutes(db: Database): (app: FastifyInstance) => void {
  /** Tells of a ticket as the service does, and uses a good one up. */
  async function judge(ticket: string, randstr: string, appId: string): Promise<number> {
    if (/^tr?error_/.test(ticket)) return /^trerror_\d+_\d+_\d+$/.test(ticket) ? 21 : 16;
    const [row] = await db.query<Row>(
      `select randstr, app_id, code, used_at is not null as used, at < foyer_now() - make_interval(mins => $2) as expired
       from sandbox.captcha where ticket = $1`,
      [ticket, TICKET_MINUTES],
    );
    if (!row) return 15;
    if (row.app_id !== appId) return 16;
    if (row.randstr !== randstr) return 7;
    if (row.expired) return 8;
    const used = await db.query(
      'update sandbox.captcha set used_at = foyer_now() where ticket = $1 and used_at is null returning ticket',
      [ticket],
    );
    return used.length === 0 ? 9 : row.code;
  }

  return (app) => {
    app.get(`${TENCENT_PATH}/TJCaptcha.js`, async (_request, reply) =>
      reply
        .header('content-type', 'text/javascript; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(SCRIPT),
    );

    // What the script asks for when somebody has solved the puzzle. `code` is what checking the ticket shall give.
    app.get(`${TENCENT_PATH}/captcha/ticket`, async (request, reply) => {
      const query = new URLSearchParams(request.url.split('?')[1] ?? '');
      const code = Number(query.get('code') ?? 1);
      const ticket = `tr03${randomBytes(96).toString('base64url')}*`;
      const randstr = `@${randomBytes(3).toString('base64url').slice(0, 3)}`;
      if (code === 0 || Object.hasOwn(MESSAGES, code)) {
        await db.query(
          `insert into sandbox.captcha (ticket, randstr, app_id, code, used_at, at)
           values ($1, $2, $3, $4::integer, case when $4::integer = 9 then foyer_now() end, foyer_now() - make_interval(mins => $5))`,
          [
            ticket,
            code === 7 ? `${randstr}-` : randstr,
            code === 16 ? '190000099' : String(query.get('appId')),
            code,
            code === 8 ? TICKET_MINUTES + 1 : 0,
          ],
        );
      }
      return reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'no-store')
        .send({ ticket: code === 15 ? `${ticket.slice(0, -2)}~*` : ticket, randstr });
    });

    registerTencentApi(app, {
      path: `${TENCENT_PATH}/captcha`,
      service: 'captcha',
      version: '2019-07-22',
      actions: {
        async DescribeCaptchaResult(body) {
          const { CaptchaType, Ticket, Randstr, UserIp, CaptchaAppId, AppSecretKey } = body;
          if (
            typeof Ticket !== 'string' ||
            typeof Randstr !== 'string' ||
            typeof UserIp !== 'string' ||
            CaptchaType !== 9
          )
            return fault('MissingParameter', 'A parameter is missing.');
          if (typeof CaptchaAppId !== 'number') return fault('InvalidParameter', 'CaptchaAppId must be an integer.');
          const ours =
            String(CaptchaAppId) === SIMULATED_TENCENT.captchaAppId &&
            AppSecretKey === SIMULATED_TENCENT.captchaAppSecret;
          const CaptchaCode = ours ? await judge(Ticket, Randstr, String(CaptchaAppId)) : 100;
          if (CaptchaCode === 0) {
            await new Promise((resolve) => setTimeout(resolve, SILENCE).unref());
            return fault('InternalError', 'Too late.');
          }
          return {
            CaptchaCode,
            CaptchaMsg: MESSAGES[CaptchaCode],
            EvilLevel: CaptchaCode === 21 ? 100 : 0,
            GetCaptchaTime: 0,
            EvilBitmap: 0,
            SubmitCaptchaTime: Math.floor(Date.now() / 1000),
          };
        },
      },
    });
  };
}
