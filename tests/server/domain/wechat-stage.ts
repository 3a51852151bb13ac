/** A stand-in for WeChat's platform, for tests that are about what we make of it. */
import { ThirdPartyError } from '../../../src/server/ports/identity.ts';
import type { ScenePlatform } from '../../../src/server/ports/scenes.ts';

export interface StagedWechat {
  readonly platform: Required<Omit<ScenePlatform, 'phone'>>;
  /** Scenes of the codes made, the newest last. */
  readonly codes: string[];
}

/** Whoever gives the code `mei` is Mei; with `!` in front, she has no unionid. */
export function stagedWechat(): StagedWechat {
  const codes: string[] = [];
  const platform: Required<Omit<ScenePlatform, 'phone'>> = {
    mini: {
      async code(scene) {
        codes.push(scene);
        return { type: 'image/png', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47]) };
      },
      async person(code) {
        if (code === 'used') throw new ThirdPartyError('rejected', 'wechat platform, person: errcode 40163');
        const name = code.replace('!', '');
        return { appId: 'wx-mini', openid: `mini-${name}`, ...(code.startsWith('!') ? {} : { unionid: `u-${name}` }) };
      },
    },
    account: {
      appId: 'wx-oa',
      token: 't',
      async code(scene) {
        codes.push(scene);
        return `http://weixin.qq.com/q/${scene}`;
      },
      person: async (openid) => ({ appId: 'wx-oa', openid, unionid: `u-${openid.replace('oa-', '')}` }),
    },
  };
  return { platform, codes };
}
