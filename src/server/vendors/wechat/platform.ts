/**
 * WeChat's platform as this server speaks to it: codes of a mini program and of a public account, and who scanned them. Its
 * mistakes come with HTTP 200 and an `errcode`; an image that could not be made comes as JSON. One access token serves all
 * instances: it lies sealed in the database, one instance renews it before its end, and the others go on with the old one.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ThirdPartyError, type ThirdPartyFault } from '../../ports/identity.ts';
import type { CodeImage, ScannedPerson, ScenePlatform } from '../../ports/scenes.ts';
import type { Database, KeyRing } from '../../types.ts';
import { type Fields, readId, readNumber, readObject, readToken } from '../exchange.ts';

/** Longest time for all that one question takes, milliseconds: a visitor hears of a failure within 10 s. */
const PATIENCE = 8000;
/** Largest image read, bytes. */
const LIMIT = 1024 * 1024;
/** A token is renewed this long before its end, seconds; the old one stays good for as long. */
const EARLY = 300;
/** Whoever renews has this long, seconds. */
const LEASE = 10;
const LOOK_MILLISECONDS = 150;
/** The token is no longer good, whatever its time says. */
const STALE: readonly number[] = [40001, 40014, 42001];

const FAULTS: Readonly<Record<number, ThirdPartyFault>> = {
  40029: 'rejected', // no such code
  40163: 'rejected', // code used
  40226: 'rejected', // a person at risk
  40003: 'rejected', // no such person
  40001: 'misconfigured', // wrong secret
  40013: 'misconfigured', // no such application
  40125: 'misconfigured', // wrong secret
  40164: 'misconfigured', // our address is not on its list
  40169: 'misconfigured', // scene too long
  41030: 'misconfigured', // page missing or unpublished
  47001: 'misconfigured', // JSON it cannot read
  89503: 'misconfigured', // our address waits for somebody's consent
};

interface Application {
  readonly appId: string;
  readonly secret: string;
}

export interface PlatformOptions {
  /** Base address, without a slash at the end. */
  readonly base: () => string;
  readonly mini?: Application & { readonly page: string };
  readonly account?: Application & { readonly token: string };
  readonly db: Database;
  readonly keys: KeyRing;
}

interface Answered {
  readonly type: string;
  readonly bytes: Buffer;
}

const fault = (kind: ThirdPartyFault, step: string, what: string): ThirdPartyError =>
  new ThirdPartyError(kind, `wechat platform, ${step}: ${what}`);

/** @param end when all of it must be over, by `performance.now()` */
async function ask(end: number, step: string, url: string, json?: object): Promise<Answered> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  // A clock of our own: an aborted signal alone does not always end a body.
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => {
        reject(fault('timeout', step, 'no answer in time'));
        controller.abort();
      },
      Math.max(0, end - performance.now()),
    );
  });
  try {
    return await Promise.race([over, read(step, url, json, controller.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

async function read(step: string, url: string, json: object | undefined, signal: AbortSignal): Promise<Answered> {
  const post = json && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) };
  let response: Response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    response = await fetch(url, { ...post, redirect: 'manual', signal });
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > LIMIT) break;
      chunks.push(chunk);
    }
  } catch {
    // The cause may name the address, which holds a token.
    throw fault('unavailable', step, 'no connection');
  }
  if (size > LIMIT) throw fault('unavailable', step, `more than ${LIMIT} bytes`);
  if (!response.ok) throw fault('unavailable', step, `HTTP ${response.status}`);
  return { type: response.headers.get('content-type') ?? '', bytes: Buffer.concat(chunks) };
}

/** The object of an answer. @throws on anything else, and on an `errcode` that is not 0. */
function fieldsOf(step: string, { bytes }: Answered): Fields {
  const fields = readObject(bytes.toString('utf8'));
  if (!fields) throw fault('unavailable', step, 'no JSON');
  const number = readNumber(fields.errcode) ?? 0;
  if (number !== 0)
    throw Object.assign(fault(FAULTS[number] ?? 'unavailable', step, `errcode ${number}`), { errcode: number });
  return fields;
}

const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();

class Tokens {
  constructor(private readonly options: PlatformOptions) {}

  /** A token that is good; not the `stale` one, which the service refused. */
  async token({ appId, secret }: Application, end: number, stale?: string): Promise<string> {
    const { db, keys } = this.options;
    while (performance.now() < end) {
      const [row] = await db.query<{ sealed: string | null; fresh: boolean | null; alive: boolean | null }>(
        `select sealed, expires_at > foyer_now() + make_interval(secs => $2) as fresh, expires_at > foyer_now() as alive
           from wechat_access where app_id = $1`,
        [appId, EARLY],
      );
      const known = row?.sealed ? keys.open('cookie', row.sealed) : undefined;
      const usable = known !== undefined && known !== stale;
      if (usable && row?.fresh) return known;
      const [lease] = await db.query(
        `insert into wechat_access as a (app_id, leased_until) values ($1, foyer_now() + make_interval(secs => $2))
         on conflict (app_id) do update set leased_until = excluded.leased_until
           where (a.leased_until is null or a.leased_until < foyer_now()) and a.sealed is not distinct from $3::text
         returning 1`,
        [appId, LEASE, row?.sealed ?? null],
      );
      if (lease) return this.renew({ appId, secret }, end, usable && row?.alive ? known : undefined);
      if (usable && row?.alive) return known;
      await pause(LOOK_MILLISECONDS);
    }
    throw fault('timeout', 'token', 'another instance is still asking for one');
  }

  /** @param otherwise the old one, where it is still good */
  private async renew({ appId, secret }: Application, end: number, otherwise: string | undefined): Promise<string> {
    const { db, keys, base } = this.options;
    try {
      const asked = { grant_type: 'client_credential', appid: appId, secret };
      const fields = fieldsOf('token', await ask(end, 'token', `${base()}/cgi-bin/token?${query(asked)}`));
      const token = readToken(fields.access_token);
      const seconds = readNumber(fields.expires_in);
      if (token === undefined || seconds === undefined) throw fault('unavailable', 'token', 'no access token');
      await db.query(
        `update wechat_access set sealed = $2, expires_at = foyer_now() + make_interval(secs => $3), leased_until = null
          where app_id = $1`,
        [appId, keys.seal('cookie', token), seconds],
      );
      return token;
    } catch (error) {
      await db.query('update wechat_access set leased_until = null where app_id = $1', [appId]);
      if (otherwise === undefined) throw error;
      return otherwise;
    }
  }
}

export function createWechatPlatform(options: PlatformOptions): ScenePlatform {
  const { base, mini, account } = options;
  const tokens = new Tokens(options);

  /** Asks with the application's token, and once more with a new one where that was refused. */
  async function withToken<T>(application: Application, work: (token: string, end: number) => Promise<T>): Promise<T> {
    const end = performance.now() + PATIENCE;
    const token = await tokens.token(application, end);
    try {
      return await work(token, end);
    } catch (error) {
      if (!STALE.includes((error as { errcode?: number }).errcode ?? 0)) throw error;
      return work(await tokens.token(application, end, token), end);
    }
  }

  function personOf(step: string, fields: Fields, appId: string): ScannedPerson {
    const openid = readId(fields.openid);
    if (openid === undefined) throw fault('unavailable', step, 'no openid');
    const unionid = readId(fields.unionid);
    return { openid, appId, ...(unionid === undefined ? {} : { unionid }) };
  }

  return {
    ...(mini && {
      mini: {
        code: (scene: string) =>
          withToken(mini, async (token, end): Promise<CodeImage> => {
            const body = { scene, page: mini.page, check_path: true, env_version: 'release', width: 430 };
            const url = `${base()}/wxa/getwxacodeunlimit?${query({ access_token: token })}`;
            const answered = await ask(end, 'code', url, body);
            const [type = ''] = answered.type.split(';');
            if (/^image\/(jpeg|png)$/.test(type.trim()) && answered.bytes.length > 0)
              return { type: type.trim(), bytes: answered.bytes };
            fieldsOf('code', answered);
            throw fault('unavailable', 'code', 'no image');
          }),
        async person(jsCode: string) {
          const asked = { appid: mini.appId, secret: mini.secret, js_code: jsCode, grant_type: 'authorization_code' };
          const answered = await ask(
            performance.now() + PATIENCE,
            'person',
            `${base()}/sns/jscode2session?${query(asked)}`,
          );
          return personOf('person', fieldsOf('person', answered), mini.appId);
        },
      },
    }),
    ...(account && {
      account: {
        appId: account.appId,
        token: account.token,
        code: (scene: string, seconds: number) =>
          withToken(account, async (token, end) => {
            const body = {
              expire_seconds: seconds,
              action_name: 'QR_STR_SCENE',
              action_info: { scene: { scene_str: scene } },
            };
            const url = `${base()}/cgi-bin/qrcode/create?${query({ access_token: token })}`;
            const address = readToken(fieldsOf('account code', await ask(end, 'account code', url, body)).url);
            if (address === undefined) throw fault('unavailable', 'account code', 'no address');
            return address;
          }),
        person: (openid: string) =>
          withToken(account, async (token, end) => {
            const url = `${base()}/cgi-bin/user/info?${query({ access_token: token, openid, lang: 'zh_CN' })}`;
            return personOf('fan', fieldsOf('fan', await ask(end, 'fan', url)), account.appId);
          }),
      },
    }),
  };
}
