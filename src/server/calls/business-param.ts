/** `business-param`: the biz and access id that single sign-on calls of this line carry. */
import type { Handler } from '../types.ts';

export const handle: Handler = async (_request, { line }) => {
  const { biz, accessId } = line.line;
  return { code: 200, data: { biz, accessId } };
};
