/** `dingtalk-alias`: the public part of what an enterprise's alias stands for. A captcha once an address tries many. */
import { captchaFault } from '../captcha/captcha.ts';
import { throttleAddress } from '../http/address.ts';
import { lookupFault } from '../limits/lookups.ts';
import { findEnterprise, isAlias } from '../third-party/enterprises.ts';
import type { HandlerOf } from '../types.ts';

export const handle: HandlerOf<'dingtalk-alias'> = async (request, context) => {
  const isOffered = context.thirdParties.configured.some((id) => context.thirdParties.get(id)?.members);
  if (!isOffered) return { code: 'Forbidden' };
  if (!isAlias(request.alias)) return { code: 'Enterprise.Alias.Format.Error' };
  const within = await context.limiter.take('enterprise-alias', throttleAddress(context.address));
  const fault =
    (within.allowed ? undefined : await captchaFault(request, context)) ?? (await lookupFault(context, 'alias'));
  if (fault) return fault;
  const found = await findEnterprise(context, request.alias);
  await context.audit(context.db, 'alias-checked', { outcome: 'code' in found ? found.code : 'ok' });
  if ('code' in found) return found;
  const { corpId, clientId } = found.enterprise;
  return { code: 200, data: { alias: found.alias, corpId, clientId } };
};
