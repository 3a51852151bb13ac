/** The flow cookie of a request: what it says, and giving a browser one with its first page. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Flows, isOurFlow, newFlow, readFlows } from '../sessions/flow.ts';
import { wireName, writeCookies } from './cookies.ts';
import type { AppDeps } from './dependencies.ts';

type Needs = Pick<AppDeps, 'keys' | 'secure'>;

/** What a browser's cookies say of its flows. */
export function flowsOfRequest(request: FastifyRequest, { keys, secure }: Needs): Flows {
  const { zone } = request.arrival.line.server.line;
  const { cookies } = request;
  const [flow, former] = [cookies[wireName('flow', zone, secure)], cookies[wireName('former', zone, secure)]];
  return readFlows(keys, zone, { flow, former });
}

/**
 * Gives a browser its flow cookie, by which it is told from its first call on. A value that this server never gave is
 * replaced: somebody else may have put it there.
 */
export function giveFlow(request: FastifyRequest, reply: FastifyReply, { keys, secure }: Needs): void {
  const { zone } = request.arrival.line.server.line;
  const name = wireName('flow', zone, secure);
  if (isOurFlow(keys, zone, request.cookies[name])) return;
  const flow = newFlow(keys, zone);
  writeCookies(reply, [{ name: 'flow', value: flow }], zone, secure);
  request.cookies[name] = flow;
}
