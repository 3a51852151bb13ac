/**
 * Tencent's captcha (product 1110): whether a ticket is genuine is asked of DescribeCaptchaResult, once for each ticket. Where nobody
 * can tell, the line's `captcha.onOutage` decides: refuse, or let pass within limits.
 */
import { createHash } from 'node:crypto';
import { throttleAddress } from '../../http/address.ts';
import type { CaptchaVerdict, VendorCaptcha } from '../../ports/captcha.ts';
import type { CallContext } from '../../types.ts';
import { callTencent, TencentCloudError } from './call.ts';
import type { TencentKey } from './sign.ts';

/** Longest time for one check, so that its visitor hears of it within 10 s. */
const CHECK_MILLISECONDS = 8000;
/** The only CaptchaCode that passes. Others: 7 randstr, 8 expired, 9 used, 15 and 16 not ours, 21 risk, 100 mismatch. */
const PASSED = 1;
/** Their own trouble: the ticket was not judged. */
const TROUBLE = 26;
/** Slider, the type of the interface that all present captchas use. */
const CAPTCHA_TYPE = 9;
/** Tickets live five minutes there; ours are remembered longer. */
const REMEMBERED_MINUTES = 15;
/** A ticket that the script makes up when it fails: its error, the application, seconds since 1970. One page of the manual drops the r. */
const OUTAGE_TICKET = /^tr?error_(\d{1,6})_(\d{1,20})_(\d{9,11})$/;
const OUTAGE_TICKET_SECONDS = 300;

/** `code` is the interface's, for the log. */
export interface Checked {
  readonly verdict: CaptchaVerdict;
  readonly code: string;
}

export interface TencentCaptchaOptions {
  readonly appId: string;
  readonly appSecret: string;
  readonly key: TencentKey;
  /** Base address, asked for at each check. */
  readonly base: () => string;
  readonly script: VendorCaptcha<CallContext>['script'];
  /** Told of each check that did not pass, without the ticket. */
  readonly onTrouble?: (trouble: Checked) => void;
  readonly milliseconds?: number;
}

/** Takes a ticket for this one call; false when it was taken before. */
async function take(context: CallContext, ticket: string): Promise<boolean> {
  const digest = createHash('sha256').update(ticket).digest('base64url');
  const taken = await context.db.query(
    `insert into captcha_use (nonce, expires_at, zone, line) values ($1, foyer_now() + make_interval(mins => $2), $3, $4)
     on conflict do nothing returning nonce`,
    [`tencent:${digest}`, REMEMBERED_MINUTES, context.zone, context.line.name],
  );
  return taken.length === 1;
}

const allowsOutage = (context: CallContext): boolean => context.line.line.captcha.onOutage === 'allow';

/** What nobody could check comes to: where the line says so it passes, so many an hour from one address, each recorded. */
async function judgeOutage(context: CallContext): Promise<CaptchaVerdict> {
  if (!allowsOutage(context)) return 'outage';
  const within = await context.limiter.take('captcha-outage', throttleAddress(context.address));
  await context.audit(context.db, 'captcha', { outcome: within.allowed ? 'outage-allowed' : 'outage-limited' });
  return within.allowed ? 'passed' : 'outage';
}

/** Whether a made-up ticket is at least one of our application and of now. */
async function isOwnOutage(context: CallContext, ticket: string, appId: string): Promise<boolean> {
  const [, , ticketApp, at] = OUTAGE_TICKET.exec(ticket) ?? [];
  if (ticketApp !== appId || at === undefined) return false;
  const [row] = await context.db.query<{ fresh: boolean }>(
    'select abs(extract(epoch from foyer_now()) - $1::float8) <= $2 as fresh',
    [at, OUTAGE_TICKET_SECONDS],
  );
  return row?.fresh === true;
}

export function createTencentCaptcha(options: TencentCaptchaOptions): VendorCaptcha<CallContext> {
  const { appId, appSecret, key, base, script } = options;

  async function ask(Ticket: string, Randstr: string, UserIp: string): Promise<Checked> {
    try {
      const { CaptchaCode } = await callTencent({
        base: base(),
        service: 'captcha',
        action: 'DescribeCaptchaResult',
        version: '2019-07-22',
        key,
        body: {
          CaptchaType: CAPTCHA_TYPE,
          Ticket,
          UserIp,
          Randstr,
          CaptchaAppId: Number(appId),
          AppSecretKey: appSecret,
        },
        milliseconds: options.milliseconds ?? CHECK_MILLISECONDS,
      });
      if (typeof CaptchaCode !== 'number') return { verdict: 'outage', code: 'no CaptchaCode' };
      const verdict = CaptchaCode === PASSED ? 'passed' : CaptchaCode === TROUBLE ? 'outage' : 'failed';
      return { verdict, code: String(CaptchaCode) };
    } catch (error) {
      const code = error instanceof TencentCloudError ? error.code : ((error as Error).name ?? 'Error');
      return { verdict: 'outage', code };
    }
  }

  async function check(ticket: string, randstr: string, address: string): Promise<Checked> {
    const checked = await ask(ticket, randstr, address);
    if (checked.verdict !== 'passed') options.onTrouble?.(checked);
    return checked;
  }

  return {
    appId,
    script,
    async verify({ ticket, randstr, captchaAppId }, context) {
      if (captchaAppId !== appId || randstr === '') return 'failed';
      const isOutage = /^tr?error_/.test(ticket);
      if (isOutage && !(await isOwnOutage(context, ticket, appId))) return 'failed';
      // What anybody can make up leaves nothing behind.
      if (isOutage && !allowsOutage(context)) return 'outage';
      if (!(await take(context, ticket))) return 'failed';
      const verdict = isOutage ? 'outage' : (await check(ticket, randstr, context.address)).verdict;
      return verdict === 'outage' ? judgeOutage(context) : verdict;
    },
  };
}
