/** WeChat's platform of mini programs and public accounts, as handlers see it. */

/** Somebody's WeChat, seen from one application. */
export interface WechatPerson {
  readonly openid: string;
  readonly unionid?: string;
  readonly appId: string;
}

export interface CodeImage {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface WechatPlatform {
  /** Where there is a mini program. All reject with `ThirdPartyError`. */
  readonly mini?: {
    /** @param scene at most 32 characters: digits, letters, `-` and `_` */
    code(scene: string): Promise<CodeImage>;
    /** Who gave this code of `wx.login`; once. */
    person(jsCode: string): Promise<WechatPerson>;
  };
  /** Where there is a public account. */
  readonly account?: {
    readonly appId: string;
    readonly token: string;
    /** Address that a picture holds. */
    code(scene: string, seconds: number): Promise<string>;
    person(openid: string): Promise<WechatPerson>;
  };
  /** Path of the phone that scans a code, where something stands in for WeChat. */
  phone?(code: { readonly scene: string } | { readonly qr: string }): string;
}
