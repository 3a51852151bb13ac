/** Messages to people, with the parameters that every text may use. */
import type { CallContext, OutgoingMessage, Sql } from '../types.ts';
import type { Purpose } from './codes.ts';

/** Queues a message of this line in the caller's transaction, in the language of the request; gives its id in the outbox. */
export async function sendMessage(
  sql: Sql,
  context: CallContext,
  message: Pick<OutgoingMessage, 'channel' | 'to' | 'template' | 'params'>,
): Promise<string> {
  const { activationHours, resetMinutes, codeMinutes } = context.line.line.limits;
  const { id } = await context.outbox.send(sql, {
    ...message,
    params: {
      brand: context.brandOf(context.line.name),
      activationHours,
      resetMinutes,
      minutes: codeMinutes,
      ...message.params,
    },
    line: context.line.name,
    language: context.language,
  });
  return id;
}

/** A code, with what it is for: whoever asks somebody for theirs is found out by it. */
export async function sendCode(
  sql: Sql,
  context: CallContext,
  {
    purpose,
    code,
    ...to
  }: Pick<OutgoingMessage, 'channel' | 'to'> & { readonly purpose: Purpose; readonly code: string },
): Promise<string> {
  const said = context.line.messages[context.language]?.[`purposes.${purpose}`];
  return sendMessage(sql, context, { ...to, template: 'code', params: { code, ...(said && { purpose: said }) } });
}
