/**
 * `bind-wx-to-user`: the mini program tells what became of a code that it was opened with. It is no page of ours and has no
 * session: the scene says whose code it is, WeChat says who scanned it.
 */
import { maskName } from '../accounts/owner.ts';
import { ThirdPartyError } from '../ports/identity.ts';
import type { ScannedPerson } from '../ports/scenes.ts';
import { bindScene, moveScene } from '../scenes/scenes.ts';
import { placeOf } from '../sessions/place.ts';
import type { CallContext, HandlerOf } from '../types.ts';

const EXPIRED = { code: 'QrCode.Expired' } as const;

async function whoIs(context: CallContext, code: string): Promise<ScannedPerson | undefined> {
  try {
    return await context.scenes?.mini?.person(code);
  } catch (error) {
    if (!(error instanceof ThirdPartyError)) throw error;
    context.warn('the platform did not tell who scanned', { fault: error.fault, message: error.message });
    return undefined;
  }
}

export const handle: HandlerOf<'bind-wx-to-user'> = async ({ scene, dialog, code }, context) => {
  const { bindDialog = {}, wechatBindStatus: status = {} } = context.line.enums;
  if (dialog !== bindDialog.bind) {
    const state = dialog === bindDialog.cancel ? 'refused' : 'scanned';
    return context.settle(async (sql) => {
      const shown = await moveScene(sql, scene, state);
      if (!shown) return EXPIRED;
      const place = placeOf(context.language, shown.country, shown.place);
      // Somebody else may show the code: who scans it reads whose account they would help, and where it is shown.
      const by = { account: maskName(shown.username), line: context.brandOf(shown.line) };
      const at = { ...(shown.device ? { device: shown.device } : {}), ...(place ? { place } : {}) };
      return { code: 200, data: { status: status.waiting, mine: true, ...by, ...at } };
    });
  }
  if (code === undefined) return { code: 'EmptyParameter', data: { field: 'code' } };
  const person = await whoIs(context, code);
  if (!person) return { code: 'Common.Failed' };
  return context.settle(async (sql) => {
    const state = await bindScene(sql, context, { scene, kind: 'miniProgram', person });
    if (state === undefined) return EXPIRED;
    const wire = state === 'bound' ? status.success : status.alreadyBound;
    return { code: 200, data: { status: wire, mine: state !== 'elsewhere' } };
  });
};
