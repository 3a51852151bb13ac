/** Messages to people, with the parameters that every text may use. */
import type { CallContext, OutgoingMessage, Sql } from '../types.ts';

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
