/** `invite-qrcode`: a code that binds the visitor's WeChat: the mini program's image, or the public account's address. */
import { MASTER } from '../accounts/kinds.ts';
import { signedIn } from '../accounts/owner.ts';
import { ThirdPartyError } from '../ports/identity.ts';
import type { CodeImage } from '../ports/scenes.ts';
import { newScene, type SceneKind, storeScene } from '../scenes/scenes.ts';
import type { CallContext, Failure, HandlerOf } from '../types.ts';

/** Path below which images of codes are served. */
export const IMAGES = '/foyer/wxacode/';

interface Made {
  readonly image?: CodeImage;
  readonly qr?: string;
}

/** Asks WeChat for the code; undefined where nothing is configured, a failure where WeChat gives none. */
async function make(context: CallContext, kind: SceneKind, scene: string): Promise<Made | Failure<'Common.Failed'>> {
  const { mini, account } = context.scenes ?? {};
  try {
    if (kind === 'miniProgram' && mini) return { image: await mini.code(scene) };
    if (kind === 'publicAccount' && account)
      return { qr: await account.code(scene, context.line.line.limits.qrSeconds) };
  } catch (error) {
    if (!(error instanceof ThirdPartyError)) throw error;
    context.warn('the platform gave no code', { fault: error.fault, message: error.message });
  }
  return { code: 'Common.Failed' };
}

export const handle: HandlerOf<'invite-qrcode'> = async ({ kind: wire }, context) => {
  const { offers, limits } = context.line.line;
  const found = await signedIn(context);
  if (!found) return { code: '602' };
  if (!offers.miniProgram) return { code: 'Forbidden' };
  const { id: accountId, kind: own, generation } = found.owner;
  if (own !== MASTER) return { code: 'Forbidden' };
  const within = await context.limiter.take('scene-code', accountId);
  if (!within.allowed) return { code: 'Common.RequestLimitExceeded', retryAfterSeconds: within.retryAfterSeconds };
  const kind: SceneKind = wire === context.line.enums.wechatCode?.publicAccount ? 'publicAccount' : 'miniProgram';
  const scene = newScene();
  const made = await make(context, kind, scene);
  if ('code' in made) return made;
  const { image, qr } = made;
  return context.settle(async (sql) => {
    const ticket = await storeScene(sql, context, { kind, accountId, generation, scene, ...(image ? { image } : {}) });
    const picture = qr === undefined ? { image: `${IMAGES}${ticket}` } : { qr };
    const address = context.scenes?.phone?.(qr === undefined ? { scene } : { qr });
    const opens = address === undefined ? {} : { address };
    return { code: 200, data: { ticket, ...picture, ...opens, seconds: limits.qrSeconds } };
  });
};
