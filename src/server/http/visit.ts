/**
 * The id of a still page's own visit: a browser has one flow cookie for all its tabs, and a page without scripts has no
 * memory of its tab. What a link carried, or what the step before proved, stands sealed in the page's address, for the
 * browser with that flow cookie, for one screen and half an hour. Nothing is kept for it here, so opening a link changes
 * nothing, and no tab can come upon what another one proved.
 */
import type { FastifyRequest } from 'fastify';
import type { AppDeps } from './dependencies.ts';
import { flowsOfRequest } from './flow-cookie.ts';
import { queryOf } from './query.ts';
import type { Visit } from './renderer.ts';

/** In the address. */
export const VISIT = 'visit';

/** As long as a proof lives at most; its own end is the service's to judge. */
const MINUTES = 30;

/** Longest id that is read. */
const LONGEST = 6000;

/** What a visit brings to its page. */
export interface Brought {
  /** What the link's address carried (`?a=b`). */
  readonly search?: string;
  /** What the step before left. */
  readonly visit?: Pick<Visit, 'session' | 'local'>;
}

interface Sealed extends Brought {
  readonly of: 'visit';
  readonly line: string;
  readonly screen: string;
  /** Hash of the browser's flow cookie. */
  readonly flow: string;
  /** ms since 1970. */
  readonly until: number;
}

/** The id of a new visit; empty for a browser without a flow cookie. */
export function sealVisit(request: FastifyRequest, deps: AppDeps, screen: string, brought: Brought): string {
  const { present: flow } = flowsOfRequest(request, deps);
  if (flow === undefined) return '';
  const until = Date.now() + MINUTES * 60_000;
  const sealed: Sealed = { ...brought, of: 'visit', line: request.arrival.line.name, screen, flow, until };
  const id = deps.keys.seal('cookie', JSON.stringify(sealed));
  return id.length > LONGEST ? '' : id;
}

/** The id that an address names, whatever it is worth. */
export const visitOf = (request: FastifyRequest): string | undefined => queryOf(request).get(VISIT) ?? undefined;

/** What this browser's visit brings to a screen; undefined for an id that is damaged, too old, or another's. */
export function openVisit(request: FastifyRequest, deps: AppDeps, screen: string): Brought | undefined {
  const id = visitOf(request) ?? '';
  const plain = id === '' || id.length > LONGEST ? undefined : deps.keys.open('cookie', id);
  if (plain === undefined) return undefined;
  const sealed = JSON.parse(plain) as Partial<Sealed>;
  const { present, former } = flowsOfRequest(request, deps);
  const isOurs =
    sealed.of === 'visit' &&
    sealed.line === request.arrival.line.name &&
    sealed.screen === screen &&
    sealed.flow !== undefined &&
    [present, ...former].includes(sealed.flow) &&
    (sealed.until ?? 0) > Date.now();
  return isOurs ? sealed : undefined;
}

/** A path with the id of a visit. */
export const withVisit = (path: string, id: string): string => `${path}?${new URLSearchParams({ [VISIT]: id })}`;

/**
 * The address that the page of a visit stands for: the link's own. An id that is no visit of this browser's counts as a
 * damaged link, and the page says so.
 */
export function addressOf(request: FastifyRequest, parameter: string, brought: Brought | undefined): string {
  const isNone = brought === undefined && visitOf(request) !== '';
  const search = isNone ? `?${new URLSearchParams({ [parameter]: VISIT })}` : (brought?.search ?? '');
  return `${request.url.split('?', 1)[0]}${search}`;
}
