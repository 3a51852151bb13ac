/** `qr-poll`: how it stands with the code that this browser shows. Its secret comes in a header, so no log of addresses has it. */
import { invalid } from '../http/envelope.ts';
import { stateValue, watchTicket } from '../qr/tickets.ts';
import type { HandlerOf } from '../types.ts';

const SHAPE = /^[0-9A-Za-z_-]{43}$/;

export const handle: HandlerOf<'qr-poll'> = async (_request, context) => {
  const secret = context.headers['qr-secret'] ?? '';
  if (secret === '') return { code: 'EmptyParameter', data: { field: 'qr-secret' } };
  if (!SHAPE.test(secret)) return invalid('qr-secret');
  const state = await watchTicket(context.db, context, secret);
  return { code: 200, data: { state: stateValue(context, state) } };
};
