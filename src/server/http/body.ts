/** What a call was given: its body, or the parameters of a GET. */
import type { FastifyRequest } from 'fastify';
import { queryOf } from './query.ts';

/** Undefined when a parameter is given twice. */
export function bodyOf(request: FastifyRequest): unknown {
  if (request.method !== 'GET') return request.body ?? {};
  const query: Record<string, unknown> = {};
  for (const [name, value] of queryOf(request)) {
    // A parameter given twice means two things: none of them counts.
    if (Object.hasOwn(query, name)) return undefined;
    Object.defineProperty(query, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return query;
}
