/** `is-haved-bound-wx`: how it stands with a code that the visitor shows; without one, whether WeChat is bound. */

import { isBound, type SceneKind, type SceneState, sceneState } from '../scenes/scenes.ts';
import type { CallContext, HandlerOf } from '../types.ts';

/** State of a code → names in `wechatBindStatus`, `bindDialog` and `pollProgress`. */
const NAMES: Readonly<Record<SceneState, readonly [status: string, dialog: string, progress: string]>> = {
  waiting: ['waiting', 'wait', 'start'],
  scanned: ['waiting', 'wait', 'waiting'],
  refused: ['waiting', 'cancel', 'done'],
  expired: ['waiting', 'wait', 'done'],
  bound: ['success', 'bind', 'done'],
  already: ['alreadyBound', 'bind', 'done'],
  elsewhere: ['alreadyBound', 'bind', 'done'],
};

/** What the coupon of this kind is worth, where the account has it. */
async function couponOf(context: CallContext, accountId: string, kind: SceneKind): Promise<number | undefined> {
  const [row] = await context.db.query<{ amount: number }>(
    'select amount from coupon where account_id = $1 and kind = $2',
    [accountId, kind],
  );
  return row?.amount;
}

export const handle: HandlerOf<'is-haved-bound-wx'> = async ({ kind: wire, ticket }, context) => {
  const session = await context.session();
  if (!session) return { code: '602' };
  if (!context.line.line.offers.miniProgram) return { code: 'Forbidden' };
  const { accountId } = session;
  const { enums } = context.line;
  const kind: SceneKind = wire === enums.wechatCode?.publicAccount ? 'publicAccount' : 'miniProgram';
  const shown: SceneState | undefined =
    ticket === undefined
      ? (await isBound(context.db, accountId, kind))
        ? 'already'
        : 'waiting'
      : await sceneState(context.db, accountId, ticket);
  // Another account's code is over for this one, and nothing of it is theirs.
  const state = shown ?? 'expired';
  const [status, dialog, progress] = NAMES[state];
  const coupon = state === 'bound' ? await couponOf(context, accountId, kind) : undefined;
  return {
    code: 200,
    data: {
      status: enums.wechatBindStatus?.[status],
      dialog: enums.bindDialog?.[dialog],
      progress: enums.pollProgress?.[progress],
      mine: shown !== undefined && shown !== 'elsewhere',
      granted: coupon !== undefined,
      ...(coupon === undefined ? {} : { coupon }),
    },
  };
};
