/** A tiny compiled release, written where a test wants it: two lines, a few calls that exist only here, blank pages. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { ServerLine } from '../../../src/engine/pack.ts';

const string = { type: 'string', minLength: 1, maxLength: 40 } as const;
const shape = (properties: object, required: string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

const CALLS = {
  echo: { method: 'POST', path: '/api/test/echo', fails: [], guard: { idempotent: true } },
  look: { method: 'GET', path: '/api/test/look', fails: [] },
  fail: { method: 'POST', path: '/api/test/fail', fails: ['Account.SignIn.Failed'] },
  throw: { method: 'POST', path: '/api/test/throw', fails: [] },
  wrong: { method: 'POST', path: '/api/test/wrong', fails: [] },
  slow: { method: 'POST', path: '/api/test/slow', fails: [] },
  mail: { method: 'POST', path: '/api/test/mail', fails: [] },
  hook: { method: 'POST', path: '/api/test/hook', fails: [], outside: true },
};

const API = {
  echo: {
    request: shape({ name: string, count: { type: 'integer' }, 'extra-name': string }, ['name']),
    response: shape({ name: string, count: { type: 'integer' } }, ['name']),
  },
  look: { request: shape({ page: { type: 'integer', minimum: 1 } }, []), response: { type: 'object' } },
  fail: { request: shape({ with: string }, []), response: { type: 'object' } },
  throw: { request: shape({ secret: string }, []), response: { type: 'object' } },
  wrong: { request: shape({}, []), response: shape({ name: string }, ['name']) },
  slow: { request: shape({ milliseconds: { type: 'integer' }, name: string }, []), response: { type: 'object' } },
  hook: { request: shape({}, []), response: { type: 'object' } },
  mail: {
    request: shape({ to: string, template: string, link: { type: 'string' } }, ['to']),
    response: { type: 'object' },
  },
};

const ERRORS = {
  InvalidParameter: { shows: 'alert', status: 400 },
  EmptyParameter: { shows: 'alert', status: 400 },
  Forbidden: { shows: 'alert', status: 403 },
  InternalError: { shows: 'alert', status: 500 },
  ServiceUnavailable: { shows: 'alert', status: 503 },
  'Account.Register.Paused': { shows: 'alert', status: 503 },
  'Common.RequestLimitExceeded': { shows: 'alert', status: 429 },
  'Account.SignIn.Failed': { shows: 'alert', status: 401 },
  818: { shows: 'alert' },
};

const MESSAGES = {
  'line.brand': 'Alpha',
  'early.posted': 'Nothing was sent by {brand}.',
  'early.refused': 'That was refused.',
  'errors.Account.SignIn.Failed': 'Incorrect username or password',
  'errors.ServiceUnavailable': 'The service is briefly unavailable.',
  'errors.818': 'You have {remaining} tries left.',
  'mail.hello.subject': 'Hello from {brand}',
  'mail.hello.title': 'Hello, {name}',
  'mail.hello.text': 'Press the button within {activationHours} hours.',
  'mail.hello.button': 'Go on',
  'sms.code': '[{brand}] {code}',
  'voice.code': '{code}',
};

const SCREENS = { 'sign-in': '/sso', reset: '/sso/reset', verify: '/sso/verify', 'not-found': '/sso/not-found' };
/** Screens with a form, and those whose address carries a token. */
const FORMS = ['sign-in', 'verify'];
const LINKS = ['reset', 'verify'];

/** A line with a home, pages that carry a token, with a form and without, and a not-found page. */
export function fixtureLine(name: string, id: number, zone: 'domestic' | 'overseas', hosts: string[]): ServerLine {
  const paths = Object.fromEntries(Object.entries(SCREENS).map(([screen, path]) => [path, screen]));
  return {
    name,
    line: {
      id,
      extends: `_${zone}`,
      hosts,
      brandHost: hosts[0],
      zone,
      home: 'sign-in',
      forwards: { '/sso/signin': 'sign-in' },
      routes: Object.fromEntries(Object.entries(SCREENS).map(([screen, path]) => [screen, [path]])),
      languages: {
        default: zone === 'domestic' ? 'zh' : 'en',
        offered: ['en', 'zh'],
        query: { zh_CN: 'zh' },
        otherwise: 'en',
      },
      captcha: { provider: zone === 'domestic' ? 'built-in' : 'tencent' },
      limits: { activationHours: 24 },
      coupons: {},
    },
    enums: { languageFlag: { zh: 0, en: 1 } },
    headers: {},
    providers: {},
    calls: CALLS,
    errors: ERRORS,
    fields: {},
    api: API,
    messages: { en: MESSAGES, zh: MESSAGES },
    color: { accent: '#123456' },
    paths,
    // Only what the server reads is here.
  } as unknown as ServerLine;
}

export const FIXTURE_LINES: readonly ServerLine[] = [
  fixtureLine('alpha', 0, 'domestic', ['www.alpha.example', '*.alpha.example']),
  fixtureLine('beta', 1, 'overseas', ['www.beta.example']),
];

/** As the prerender writes one. */
const FORM = `<noscript>off</noscript><form method="post"><input id="a" class="input" type="text" name="account" value=""/><input type="email" name="email" value=""/><input type="password" name="password" value=""/><button>Go</button></form><p id="early" role="status" data-wait="w"></p>`;

/** Writes a release; publishing it replaces `current.json` by rename, as the compiler does. */
export function writeRelease(
  distDir: string,
  id: string,
  lines: readonly ServerLine[] = FIXTURE_LINES,
  mark = id,
  apiBase?: string,
): void {
  const directory = join(distDir, 'releases', id);
  mkdirSync(join(directory, 'lines'), { recursive: true });
  for (const line of lines) {
    writeFileSync(join(directory, 'lines', `${line.name}.json`), JSON.stringify(line));
    for (const language of line.line.languages.offered) {
      const pages = join(directory, 'pages', line.name, language);
      mkdirSync(pages, { recursive: true });
      for (const screen of new Set(Object.values(line.paths))) {
        const form = FORMS.includes(screen) ? FORM : '';
        const html = `<!doctype html><title>${line.name} ${language} ${screen} ${mark}</title>${form}`;
        writeFileSync(join(pages, `${screen}.html`), html);
        writeFileSync(join(pages, `${screen}.html.br`), brotliCompressSync(html));
        writeFileSync(
          join(pages, `${screen}.json`),
          JSON.stringify({
            styles: ['sha256-abc='],
            scripts: ['sha256-def='],
            carriesToken: LINKS.includes(screen),
            ...(FORMS.includes(screen) ? { keeps: ['account', 'email'] } : {}),
          }),
        );
      }
    }
  }
  writeFileSync(
    join(directory, 'release.json'),
    JSON.stringify({ id, grammar: 1, builtAt: '2026-01-01', lines: lines.map(({ name }) => name), apiBase }),
  );
  mkdirSync(join(distDir, 'assets'), { recursive: true });
  writeFileSync(join(distDir, 'assets', 'shell-abc123.js'), 'export {};');
  writeFileSync(join(distDir, 'assets', 'shell-abc123.js.br'), brotliCompressSync('export {};'));
  publish(distDir, id);
}

export function publish(distDir: string, id: string): void {
  const fresh = join(distDir, 'current.json.new');
  writeFileSync(fresh, JSON.stringify({ release: id }));
  renameSync(fresh, join(distDir, 'current.json'));
}
