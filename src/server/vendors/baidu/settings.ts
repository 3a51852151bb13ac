/** Settings of Baidu's conversion interface. */
import type { VendorSettings } from '../../ports/vendor.ts';
import { addressProblem } from '../../settings-clouds.ts';
import { address, integer } from '../../settings-kinds.ts';

export interface BaiduSettings {
  /** Base address of the advertisement network that hears of registrations. */
  readonly ocpc: string | undefined;
  readonly token: string | undefined;
  readonly newType: number;
}

export const settings: VendorSettings<BaiduSettings> = {
  list: {
    ocpc: {
      name: 'BAIDU_OCPC',
      fallback: 'the simulator (`serve`: nothing is reported)',
      about:
        "Base address of Baidu's conversion interface, `https://ocpc.baidu.com`. Registrations that bring a `bd_vid` are reported there through the outbox.",
      parse: (text) => address(text, ['https', 'http']),
    },
    token: {
      name: 'BAIDU_OCPC_TOKEN',
      fallback: 'none; needed with `BAIDU_OCPC`',
      about: 'Token of the advertising account. It never leaves the server but to `BAIDU_OCPC`.',
      parse: (text) => text,
    },
    newType: {
      name: 'BAIDU_OCPC_TYPE',
      fallback: '`3`',
      about: 'Conversion type of a registration in that account (`newType`).',
      parse: (text) => integer(text, 3, 1, 9999),
    },
  },
  problems({ ocpc, token }, mode) {
    if (mode === 'start' || ocpc === undefined) return [];
    const problem = addressProblem('BAIDU_OCPC', ocpc, "your provider's address");
    return [
      ...(token === undefined
        ? ['BAIDU_OCPC is set and BAIDU_OCPC_TOKEN is missing. Set it to the token of the advertising account.']
        : []),
      ...(problem === undefined ? [] : [problem]),
    ];
  },
};
