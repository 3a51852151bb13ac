/** `business-param`: the biz and access id that single sign-on calls of this line carry. */
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'business-param'> = async (_request, { line }) => {
  const { biz, accessId } = line.line;
  return { code: 200, data: { biz, accessId } };
};
