/**
 * The seam between the server's flows and the third parties that prove who somebody is. An adapter speaks one provider's
 * protocol and nothing else: state, browsers, accounts and results are the flows' business. (specification 7, third-party
 * facts)
 */

/** Where a visitor is sent, or what a widget of the provider needs to be shown. */
export interface Start {
  /** 43 characters, the flow's own: comes back with the visitor, single use. */
  readonly state: string;
  /** 43 characters: comes back inside a signed identity token where the provider makes one. */
  readonly nonce: string;
  /** PKCE, S256 of the verifier kept; used where the provider takes one. */
  readonly codeChallenge: string;
  readonly redirectUri: string;
  readonly way: Way;
  readonly language: string;
  /** The enterprise whose members are asked for; only where a provider has such. */
  readonly enterprise?: Enterprise;
}

/**
 * `redirect` leaves the page, `popup` opens a window, `frame` shows the provider's widget inside the page, `post` shows it on a
 * page of its own and gets what came of it posted to the redirect address.
 */
export type Way = 'redirect' | 'popup' | 'frame' | 'post';

/** One organisation's own application with the provider. */
export interface Enterprise {
  readonly corpId: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface Begun {
  /** Absolute address to send the visitor (or the popup) to; empty for `post`, which begins on a page of ours. */
  readonly url: string;
  /** Public values that the provider's widget takes, for `frame` and `post`: nonce, size, language and so on. */
  readonly widget?: Readonly<Record<string, string>>;
}

/** What came back, whichever way it came. Exactly one of `code`, `credential`, `accessToken` and `fault`. */
export interface Returned {
  readonly code?: string;
  /** Whose answer it says that it is, beside a code (RFC 9207); empty where it says so more than once, or too long. */
  readonly iss?: string;
  /** A signed identity token that a widget gave to the browser. */
  readonly credential?: string;
  /** An access token that a script of the provider's gave to the browser. */
  readonly accessToken?: string;
  /** JSON with the name that one provider sends once, unsigned. */
  readonly user?: string;
  /** The provider sent its visitor back with an error that is no refusal. */
  readonly fault?: Extract<ThirdPartyFault, 'unavailable' | 'misconfigured'>;
}

/** What was kept when it began. */
export interface Expected {
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
  readonly enterprise?: Enterprise;
}

/** Who it is, as the provider vouches for. */
export interface Identity {
  /** The key: unionid or sub, else openid. */
  readonly subject: string;
  readonly subjectKind: 'unionid' | 'sub' | 'openid';
  /** The provider's id of this person for one application, and that application. */
  readonly openid?: string;
  readonly appId: string;
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
  /** Organisation whose member it is; already compared with the one expected. */
  readonly corpId?: string;
}

/**
 * Why no identity came of it.
 * - `rejected`: the code, token or signature is not good (used, expired, forged, for somebody else).
 * - `mixed-up`: the answer is another issuer's, or does not say whose, where the provider says that its answers do.
 * - `foreign`: a member of another organisation than the one asked for, or of none.
 * - `unavailable`: the provider is down, busy, or answers nonsense.
 * - `timeout`: it did not answer in time.
 * - `misconfigured`: the provider refuses our own credentials or permissions; for the operator's log.
 */
export type ThirdPartyFault = 'rejected' | 'mixed-up' | 'foreign' | 'unavailable' | 'timeout' | 'misconfigured';

export class ThirdPartyError extends Error {
  constructor(
    readonly fault: ThirdPartyFault,
    /** For the log; holds no secret, code or token. */
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ThirdPartyError';
  }
}

export interface ThirdParty {
  /** @throws ThirdPartyError where the provider has to be asked first and does not answer. */
  start(start: Start): Promise<Begun>;
  /**
   * Exchanges what came back for an identity, with the provider, once. Takes at most `EXCHANGE_MILLISECONDS` in all.
   * @throws ThirdPartyError
   */
  identify(returned: Returned, expected: Expected): Promise<Identity>;
}

/** Longest time for all that one sign-in asks of a provider, so that its visitor hears of it within 10 s. */
export const EXCHANGE_MILLISECONDS = 8000;

/** What an adapter is made of: credentials of the settings, and endpoints and scope of the data or the settings. */
export interface ThirdPartyConfig {
  readonly clientId: string;
  /** Absent where the provider takes a signed assertion instead. */
  readonly clientSecret?: string;
  /** Named credentials beyond these two (Apple: `teamId`, `keyId`, `privateKey` as PKCS8 PEM). */
  readonly credentials?: Readonly<Record<string, string>>;
  readonly scope: string;
  /** Base addresses by name, without a slash at the end. */
  readonly endpoints: Readonly<Record<string, string>>;
}

/** Makes one provider's adapter. */
export type ThirdPartyAdapter = (config: ThirdPartyConfig) => ThirdParty;
