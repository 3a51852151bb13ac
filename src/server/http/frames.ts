/** Frames for scripts of others: a small page with a policy of its own, and our relay in it. See docs/server.md. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { escapeHtml } from '../../engine/escape-html.ts';
import type { ServerLine } from '../../engine/pack.ts';
import { FRAMES_PATH as PATH } from '../frames/address.ts';
import type { FrameContent, FrameDirective, FrameKind } from '../ports/embed.ts';
import type { AppDeps } from './dependencies.ts';
import { queryOf } from './query.ts';

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '..', 'frames', 'relays');
const DIRECTIVES: readonly FrameDirective[] = ['script', 'connect', 'img', 'style', 'font', 'frame'];

/** What all relays share, and the one of a frame that is not to be had. */
const COMMON: Readonly<Record<string, string>> = Object.fromEntries(
  ['relay', 'missing'].map((name) => [name, readFileSync(join(FOLDER, `${name}.js`), 'utf8')]),
);

/**
 * Headers of a frame: nothing but our relay, the one script and what that needs; framed by our own pages alone. Our relay is named by
 * its address, for in an opaque frame not every browser takes `'self'` for where it came from.
 */
export function frameHeaders(
  { script, opens = {}, sandbox, alone }: FrameContent,
  own: string,
): Record<string, string> {
  const origin = URL.canParse(script) ? [new URL(script).origin] : [];
  const sources = (directive: FrameDirective): readonly string[] => [
    ...(directive === 'script' ? [`${own}${PATH}/`] : []),
    ...(directive === 'script' || directive === 'connect' || directive === 'img' || directive === 'frame'
      ? origin
      : []),
    ...(opens[directive] ?? []),
  ];
  return {
    'content-security-policy': [
      "default-src 'none'",
      ...DIRECTIVES.map((directive) => [directive, [...new Set(sources(directive))]] as const)
        .filter(([, each]) => each.length > 0)
        .map(([directive, each]) => `${directive}-src ${each.join(' ')}`),
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      `sandbox ${sandbox.join(' ')}`,
    ].join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'origin',
    ...(alone ? { 'cross-origin-opener-policy': 'unsafe-none' } : {}),
  };
}

/** The parameters of an address; undefined when one is unknown, twice, missing or of another form. */
export function frameParams(kind: FrameKind, query: URLSearchParams): Record<string, string> | undefined {
  const given = [...query];
  if (new Set(given.map(([name]) => name)).size !== given.length) return undefined;
  if (!given.every(([name, value]) => Object.hasOwn(kind.params, name) && kind.params[name]?.test(value)))
    return undefined;
  const missing = Object.keys(kind.params).some((name) => !query.has(name) && !kind.optional?.includes(name));
  return missing ? undefined : Object.fromEntries(given);
}

/** The line's language that an address asks for, in any of the spellings that scripts of others have for it. */
function frameLanguage({ messages, line }: ServerLine, query: URLSearchParams): string {
  const [asked = ''] = (query.get('language') ?? query.get('locale') ?? '').split(/[-_]/);
  return Object.hasOwn(messages, asked) ? asked : line.languages.default;
}

/** A frame that is not to be had says so at once, so that the page need not wait for it. */
const MISSING: FrameContent = { script: '', sandbox: ['allow-scripts'], values: { code: 'missing' } };

function page(
  name: string,
  { script, values }: FrameContent,
  params: Record<string, string>,
  language: string,
  relay: string = name,
): string {
  const data = escapeHtml(JSON.stringify({ ...params, ...values }));
  return `<!doctype html>
<html lang="${escapeHtml(language)}" data-frame="${name}" data-script="${escapeHtml(script)}" data-values="${data}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${name}</title></head>
<body><script src="${PATH}/relay.js"></script><script src="${PATH}/${relay}.js"></script></body></html>
`;
}

export function registerFrames(app: FastifyInstance, deps: AppDeps): void {
  const { embeds } = deps;
  const relays = { ...COMMON, ...Object.fromEntries(Object.entries(embeds).map(([name, { relay }]) => [name, relay])) };
  app.route({
    method: ['GET', 'HEAD'],
    url: `${PATH}/:name`,
    handler: async (request, reply) => {
      const { name } = request.params as { name: string };
      const refuse = (status: number) =>
        reply.status(status).header('content-type', 'text/plain').header('cache-control', 'no-store').send('');
      const isHead = request.method === 'HEAD';

      const relay = name.endsWith('.js') ? name.slice(0, -3) : undefined;
      if (relay !== undefined) {
        if (!Object.hasOwn(relays, relay)) return refuse(404);
        return reply
          .header('content-type', 'text/javascript; charset=utf-8')
          .header('cache-control', 'no-cache')
          .header('cross-origin-resource-policy', 'cross-origin')
          .send(isHead ? undefined : relays[relay]);
      }

      const kind = Object.hasOwn(embeds, name) ? embeds[name] : undefined;
      if (kind === undefined) return refuse(404);
      const { line, own, host } = request.arrival;
      if (host === '') return refuse(400);
      const query = queryOf(request);
      const language = frameLanguage(line.server, query);
      const content = kind.content({ line: line.server, deps, own, language });
      if (content === undefined)
        return reply
          .status(404)
          .headers(frameHeaders(MISSING, own))
          .header('content-type', 'text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          .send(isHead ? undefined : page(name, MISSING, {}, language, 'missing'));
      const params = frameParams(kind, query);
      if (params === undefined) return refuse(400);
      return reply
        .headers(frameHeaders(content, own))
        .header('content-type', 'text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(isHead ? undefined : page(name, content, params, language));
    },
  });
}
