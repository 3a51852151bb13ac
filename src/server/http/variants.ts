/**
 * Which variants of screens a visitor sees: drawn by weight at the first page, then kept in a cookie that names no visitor, only
 * what was drawn. An address may ask for one; whoever does so is not counted.
 */
import { randomInt } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ownProperty } from '../../engine/own-property.ts';
import type { ServerLine } from '../../engine/pack.ts';
import { wireName, writeCookies } from './cookies.ts';
import { PACK } from './drawn-pages.ts';
import { queryOf } from './query.ts';

/** How long a visitor keeps what was drawn. */
const KEPT_SECONDS = 180 * 86_400;
const EVERYBODY = 100;
/** In an address: the variant that is wanted, or nothing for what was drawn. */
const WANTED = 'variant';
const BETWEEN = '~';
const ASKED_FOR = '!';

export interface Drawn {
  /** Empty for the screen itself. */
  readonly variant: string;
  /** Whether an address asked for it. */
  readonly isAskedFor: boolean;
}

type Weights = NonNullable<ServerLine['variants']>;

/** What was drawn, screen by screen, as far as the line still has it. */
export function readDrawn(cookie: string | undefined, variants: Weights): Map<string, Drawn> {
  const drawn = new Map<string, Drawn>();
  for (const each of (cookie ?? '').split(BETWEEN)) {
    const [, screen = '', variant = '', mark = ''] = /^([a-z0-9-]+)\.([a-z0-9-]*)(!?)$/.exec(each) ?? [];
    const weights = ownProperty(variants, screen);
    const weight = weights === undefined ? undefined : variant === '' ? EVERYBODY : ownProperty(weights, variant);
    // Where a variant takes nobody any more, its visitors see the screen again.
    if (weight === undefined || (weight === 0 && mark === '')) continue;
    drawn.set(screen, { variant, isAskedFor: mark !== '' });
  }
  return drawn;
}

const written = (drawn: ReadonlyMap<string, Drawn>): string =>
  [...drawn]
    .map(([screen, { variant, isAskedFor }]) => `${screen}.${variant}${isAskedFor ? ASKED_FOR : ''}`)
    .join(BETWEEN);

function draw(weights: Weights[string]): string {
  let left = randomInt(EVERYBODY);
  for (const [variant, weight] of Object.entries(weights)) {
    if (left < weight) return variant;
    left -= weight;
  }
  return '';
}

/** The variants of the line's screens; pages that are files have none. */
const variantsOf = ({ arrival: { line, release } }: FastifyRequest): Weights =>
  (release.draws ? line.server.variants : undefined) ?? {};

/** Name of a screen's page or pack as the visitor sees it. */
export function seenScreen(request: FastifyRequest, screen: string, secure: boolean): string {
  const variants = variantsOf(request);
  if (!Object.hasOwn(variants, screen)) return screen;
  const { line } = request.arrival.line.server;
  const drawn = readDrawn(request.cookies[wireName('variants', line.zone, secure)], variants).get(screen);
  return drawn === undefined || drawn.variant === '' ? screen : `${screen}.${drawn.variant}`;
}

/** Name of the pack as the visitor sees its screen; undefined for a file that is the same for everybody. */
export function seenPack(request: FastifyRequest, path: string, secure: boolean): string | undefined {
  const [, prefix = '', screen = ''] = PACK.exec(path) ?? [];
  return Object.hasOwn(variantsOf(request), screen)
    ? `${prefix}${seenScreen(request, screen, secure)}.json`
    : undefined;
}

/** Draws what was not drawn yet, and takes what the page's address asks for. */
export function drawVariants(request: FastifyRequest, reply: FastifyReply, screen: string, secure: boolean): void {
  const variants = variantsOf(request);
  if (Object.keys(variants).length === 0) return;
  const { line } = request.arrival.line.server;
  const name = wireName('variants', line.zone, secure);
  const before = request.cookies[name];
  const drawn = readDrawn(before, variants);
  const wanted = queryOf(request).get(WANTED);
  const weights = ownProperty(variants, screen);
  if (wanted === '' && drawn.get(screen)?.isAskedFor) drawn.delete(screen);
  if (wanted !== null && weights !== undefined && Object.hasOwn(weights, wanted))
    drawn.set(screen, { variant: wanted, isAskedFor: true });
  for (const [each, its] of Object.entries(variants))
    if (!drawn.has(each)) drawn.set(each, { variant: draw(its), isAskedFor: false });
  const after = written(drawn);
  if (after === before) return;
  request.cookies[name] = after;
  writeCookies(reply, [{ name: 'variants', value: after, maxAgeSeconds: KEPT_SECONDS }], line.zone, secure);
}
