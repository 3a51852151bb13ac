/** Codes that bind whoever scans them: a platform of mini programs and public accounts, as handlers see it. */

/** Who scanned, seen from one application. */
export interface ScannedPerson {
  readonly openid: string;
  readonly unionid?: string;
  readonly appId: string;
}

export interface CodeImage {
  readonly type: string;
  readonly bytes: Buffer;
}

export interface ScenePlatform {
  /** Where there is a mini program. All reject with `ThirdPartyError`. */
  readonly mini?: {
    /** @param scene at most 32 characters: digits, letters, `-` and `_` */
    code(scene: string): Promise<CodeImage>;
    /** Who gave this code of the mini program's sign-in; once. */
    person(jsCode: string): Promise<ScannedPerson>;
  };
  /** Where there is a public account. */
  readonly account?: {
    readonly appId: string;
    readonly token: string;
    /** Address that a picture holds. */
    code(scene: string, seconds: number): Promise<string>;
    person(openid: string): Promise<ScannedPerson>;
  };
  /** Path of the phone that scans a code, where something stands in for the platform. */
  phone?(code: { readonly scene: string } | { readonly qr: string }): string;
}
