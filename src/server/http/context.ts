/** What is known of a request before it is answered: its line, language, address and origin. */
import type { FastifyRequest } from 'fastify';
import { pickLanguage } from '../../engine/pick-language.ts';
import { pickLine } from '../../engine/pick-line.ts';
import type { Settings } from '../settings.ts';
import type { Among } from './address.ts';
import { clientAddress } from './address.ts';
import { queryOf } from './query.ts';
import type { LoadedLine, Release } from './release.ts';

export interface Arrival {
  readonly release: Release;
  readonly line: LoadedLine;
  /** How the line was chosen; `fallback` for an unknown host. */
  readonly by: ReturnType<typeof pickLine>['by'];
  /** Host as sent, empty when it is no host at all. */
  readonly host: string;
  /** Origin the browser sees: scheme and host as sent. */
  readonly own: string;
  /** Origin that links are built on: a host that is not the line's own is never believed in production. */
  readonly origin: string;
  readonly address: string;
}

const HOST = /^([a-z0-9.-]{1,253}|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

export interface ArrivalOptions {
  readonly settings: Settings;
  readonly release: Release;
  readonly trusted: Among;
}

export function arrive(request: FastifyRequest, { settings, release, trusted }: ArrivalOptions): Arrival {
  const sent = request.headers.host ?? '';
  // Browsers leave the scheme's own port out of an origin; some proxies put it into the host.
  const host = HOST.test(sent)
    ? sent.toLowerCase().replace(settings.publicScheme === 'https' ? /:443$/ : /:80$/, '')
    : '';
  const fallback = settings.fallbackLine ?? lowest(release).name;
  const { line, by } = pickLine({ host, setting: settings.line, lines: release.lines, fallback });
  const own = `${settings.publicScheme}://${host}`;
  const believed =
    !settings.production || by === 'host' || by === 'wildcard' || (by === 'setting' && isHostOf(line, host));
  return {
    release,
    line,
    by,
    host,
    own,
    origin: believed && host !== '' ? own : `https://${line.server.line.brandHost}`,
    address: clientAddress(
      request.socket.remoteAddress ?? '',
      String(request.headers['x-forwarded-for'] ?? ''),
      trusted,
    ),
  };
}

function isHostOf(line: LoadedLine, host: string): boolean {
  return ['host', 'wildcard'].includes(pickLine({ host, lines: [line], fallback: line.name }).by);
}

function lowest(release: Release): LoadedLine {
  const [first] = [...release.lines].sort((a, b) => a.server.line.id - b.server.line.id);
  if (!first) throw new Error('The release has no line.');
  return first;
}

/** Cookie in which the browser keeps the chosen language; pages read and write it too. */
export const LANGUAGE_COOKIE = 'language';

/** Language of a page: the query's, the stored one, the line's default. */
export function pageLanguage(request: FastifyRequest, line: LoadedLine): string {
  const query = queryOf(request).get('lang');
  // An address that cannot be decoded comes here before its cookies are read.
  const stored = request.cookies?.[LANGUAGE_COOKIE];
  return pickLanguage({ query, stored, languages: line.server.line.languages });
}

/** Language of a call: the page's, as its `languageFlag` header or the cookie says. */
export function callLanguage(request: FastifyRequest, line: LoadedLine): string {
  const flag = request.headers.languageflag;
  const named = Object.entries(line.server.enums.languageFlag ?? {}).find(([, value]) => String(value) === flag)?.[0];
  return pickLanguage({ stored: named ?? request.cookies[LANGUAGE_COOKIE], languages: line.server.line.languages });
}
