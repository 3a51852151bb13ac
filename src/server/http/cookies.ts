/** Cookies of one request: what came, and what the answer sets. `Set-Cookie` is written once, from the kept changes. */
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CookieName, Cookies, Zone } from '../types.ts';

export interface CookieChange {
  readonly name: CookieName;
  /** Null clears it. */
  readonly value: string | null;
  readonly maxAgeSeconds?: number;
}

export interface RequestCookies extends Cookies {
  /** What was set and cleared so far, in order. */
  changes(): readonly CookieChange[];
  /** Forgets what was set and cleared after the first `count` changes. */
  backTo(count: number): void;
}

/** Where providers send visitors back to, and the one path that the cookie `post` goes to. */
export const CALLBACK_PATH = '/sso/oauth-callback';

/**
 * Name on the wire: by region, since accounts are; `__Host-` where TLS protects it. `post` is bound to a path, which
 * that prefix does not allow.
 */
export function wireName(name: CookieName, zone: Zone, secure: boolean): string {
  const prefix = name === 'post' ? '__Secure-' : '__Host-';
  return `${secure ? prefix : ''}foyer-${zone}-${name}`;
}

/** A form posted by another site brings only cookies that say so, and browsers take those only when `Secure`. */
function attributesOf(name: CookieName, secure: boolean): CookieSerializeOptions {
  if (name === 'post') return { path: CALLBACK_PATH, httpOnly: true, sameSite: 'none', secure: true };
  return { path: '/', httpOnly: true, sameSite: 'lax', secure };
}

/** @param unread nothing that the browser sent counts */
export function requestCookies(request: FastifyRequest, zone: Zone, secure: boolean, unread = false): RequestCookies {
  const changes: CookieChange[] = [];
  return {
    get(name) {
      const last = changes.findLast((change) => change.name === name);
      if (last) return last.value ?? undefined;
      return unread ? undefined : request.cookies[wireName(name, zone, secure)];
    },
    set(name, value, options) {
      changes.push({
        name,
        value,
        ...(options?.maxAgeSeconds === undefined ? {} : { maxAgeSeconds: options.maxAgeSeconds }),
      });
    },
    clear(name) {
      changes.push({ name, value: null });
    },
    changes: () => changes,
    backTo(count) {
      changes.length = count;
    },
  };
}

/** Writes the last change of each cookie. */
export function writeCookies(reply: FastifyReply, changes: readonly CookieChange[], zone: Zone, secure: boolean): void {
  for (const [name, change] of new Map(changes.map((each) => [each.name, each]))) {
    const wire = wireName(name, zone, secure);
    const attributes = attributesOf(name, secure);
    if (change.value === null) reply.setCookie(wire, '', { ...attributes, maxAge: 0 });
    else
      reply.setCookie(wire, change.value, {
        ...attributes,
        ...(change.maxAgeSeconds === undefined ? {} : { maxAge: change.maxAgeSeconds }),
      });
  }
}
