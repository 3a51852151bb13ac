// Generated from schemas/ by `npx tsx src/tools/types.ts`. Do not edit.

/**
 * Request: Activates the account of a proof; repeating it shows success again.
 */
export interface ActiveEmailRequest {
  readonly proof: string;
}
/**
 * Response: Activates the account of a proof; repeating it shows success again.
 */
export interface ActiveEmailResponse {
  readonly email: string;
  readonly username: string;
}
/**
 * Request: Gives a fresh challenge of the built-in captcha.
 */
export interface CaptchaChallengeRequest {}
/**
 * Response: Gives a fresh challenge of the built-in captcha.
 */
export interface CaptchaChallengeResponse {
  readonly challenge: {
    readonly parameters: {
      readonly algorithm: string;
      readonly nonce: string;
      readonly salt: string;
      readonly cost: number;
      readonly keyLength: number;
      readonly keyPrefix: string;
      readonly keySignature?: string;
      readonly data?: {
        readonly [k: string]: string | number | boolean;
      };
      readonly [k: string]: unknown;
    };
    readonly signature: string;
  };
  readonly captchaAppId: string;
}
/**
 * Request: Tells whether the token of an e-mail link is good, and gives the proof that acting on it takes. Changes nothing.
 */
export interface CheckEmailTokenRequest {
  readonly token: string;
}
/**
 * Response: Tells whether the token of an e-mail link is good, and gives the proof that acting on it takes. Changes nothing.
 */
export interface CheckEmailTokenResponse {
  readonly proof: string;
  readonly email: string;
  readonly purpose: 'activate' | 'reset';
}
/**
 * Request: Checks an inviter code for a business type.
 */
export interface CheckInviteCodeRequest {
  readonly inviteCode: string;
  readonly businessType?: 0 | 1 | 2 | 3 | 5;
}
/**
 * Response: Checks an inviter code for a business type.
 */
export interface CheckInviteCodeResponse {}
/**
 * Request: Checks a registration code without spending it on the registration.
 */
export interface CheckVerificationCodeRequest {
  readonly phone: string;
  readonly code: string;
  readonly purpose:
    | 'register'
    | 'forgetpassword'
    | 'binddevice'
    | 'bindqqphone'
    | 'bindwxphone'
    | 'bindwbphone'
    | 'changephone'
    | 'changeemail'
    | 'accessKey'
    | 'signin'
    | 'bindthird';
}
/**
 * Response: Checks a registration code without spending it on the registration.
 */
export interface CheckVerificationCodeResponse {
  readonly proof: string;
}
/**
 * Request: Checks a code and gives the proof that the next step takes.
 */
export interface CheckVerifyCodeRequest {
  readonly phone: string;
  readonly code: string;
  readonly purpose:
    | 'register'
    | 'forgetpassword'
    | 'binddevice'
    | 'bindqqphone'
    | 'bindwxphone'
    | 'bindwbphone'
    | 'changephone'
    | 'changeemail'
    | 'accessKey'
    | 'signin'
    | 'bindthird';
}
/**
 * Response: Checks a code and gives the proof that the next step takes.
 */
export interface CheckVerifyCodeResponse {
  readonly proof: string;
  readonly accounts?: readonly {
    readonly userId: string;
    readonly username: string;
  }[];
}
/**
 * Request: Takes funnel events and error reports of the page.
 */
export interface ClientEventsRequest {
  readonly name: string;
  readonly detail?: {
    readonly [k: string]: string | number | boolean;
  };
}
/**
 * Response: Takes funnel events and error reports of the page.
 */
export interface ClientEventsResponse {}
/**
 * Request: Ends one session of the signed-in account.
 */
export interface EndSessionRequest {
  readonly id: string;
}
/**
 * Response: Ends one session of the signed-in account.
 */
export interface EndSessionResponse {}
/**
 * Request: Tells whether an e-mail address may be used for registration.
 */
export interface IsBlacklistEmailRequest {
  readonly email: string;
}
/**
 * Response: Tells whether an e-mail address may be used for registration.
 */
export interface IsBlacklistEmailResponse {
  readonly blacklisted: boolean;
}
/**
 * Request: Tells how many wrong passwords a sign-in name has had.
 */
export interface LoginFailCacheRequest {
  readonly loginName: string;
}
/**
 * Response: Tells how many wrong passwords a sign-in name has had.
 */
export interface LoginFailCacheResponse {
  readonly failCount: number;
  readonly remaining: number;
  readonly captchaRequired: boolean;
  readonly locked: boolean;
}
/**
 * Request: Signs in a master account by phone code; for an unknown phone gives the proof that registration takes.
 */
export interface PhoneSignInRequest {
  readonly phone: string;
  readonly code: string;
  readonly accountType: 1;
  readonly autoLogin?: boolean;
  readonly redirect?: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Signs in a master account by phone code; for an unknown phone gives the proof that registration takes.
 */
export interface PhoneSignInResponse {
  readonly registered: boolean;
  readonly rsAuthToken?: string;
  readonly loginName?: string;
  readonly loginType?: number;
  readonly proof?: string;
  readonly phone?: string;
}
/**
 * Request: Tells whether a username, phone or e-mail can still be registered.
 */
export interface RegisterCheckRequest {
  readonly value: string;
  readonly checkType: 1 | 2 | 3;
  readonly accountType: 1 | 2;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Tells whether a username, phone or e-mail can still be registered.
 */
export interface RegisterCheckResponse {}
/**
 * Request: Registers a master account by e-mail and sends the activation link.
 */
export interface RegisterEmailRequest {
  readonly email: string;
  readonly phone?: string;
  readonly username: string;
  readonly password: string;
  readonly businessType: 0 | 1 | 2 | 3 | 5;
  readonly inviteCode?: string;
  readonly agreement: true;
  readonly comefrom?: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Registers a master account by e-mail and sends the activation link.
 */
export interface RegisterEmailResponse {
  readonly username: string;
  readonly email: string;
  readonly userId: string;
  readonly raySyncUserKey: string;
  readonly channel: number;
  readonly platform: number;
}
/**
 * Request: Registers a master account by phone and opens the session.
 */
export interface RegisterPhoneRequest {
  readonly phone: string;
  readonly code?: string;
  readonly proof?: string;
  readonly username: string;
  readonly password: string;
  readonly businessType: 0 | 1 | 2 | 3 | 5;
  readonly inviteCode?: string;
  readonly agreement: true;
  readonly comefrom?: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Registers a master account by phone and opens the session.
 */
export interface RegisterPhoneResponse {
  readonly userKey: string;
  readonly userId: string;
  readonly raySyncUserKey: string;
  readonly channel: number;
  readonly platform: number;
  readonly username: string;
}
/**
 * Request: Sets a new password, unlocks the account and ends its other sessions.
 */
export interface ResetPasswordRequest {
  readonly proof: string;
  readonly userId?: string;
  readonly password: string;
}
/**
 * Response: Sets a new password, unlocks the account and ends its other sessions.
 */
export interface ResetPasswordResponse {}
/**
 * Request: Sends the activation link again.
 */
export interface SendActiveLinkRequest {
  readonly email: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Sends the activation link again.
 */
export interface SendActiveLinkResponse {
  readonly email: string;
}
/**
 * Request: Sends the link that resets a password.
 */
export interface SendResetLinkRequest {
  readonly email: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Sends the link that resets a password.
 */
export interface SendResetLinkResponse {
  readonly email: string;
}
/**
 * Request: Sends a code to a phone by SMS or voice.
 */
export interface SendVerifyCodeRequest {
  readonly phone: string;
  readonly purpose:
    | 'register'
    | 'forgetpassword'
    | 'binddevice'
    | 'bindqqphone'
    | 'bindwxphone'
    | 'bindwbphone'
    | 'changephone'
    | 'changeemail'
    | 'accessKey'
    | 'signin'
    | 'bindthird';
  readonly channel: 1 | 2;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Sends a code to a phone by SMS or voice.
 */
export interface SendVerifyCodeResponse {}
/**
 * Request: The signed-in visitor of this browser.
 */
export interface SessionRequest {}
/**
 * Response: The signed-in visitor of this browser.
 */
export interface SessionResponse {
  readonly username: string;
  readonly email?: string;
  readonly phone?: string;
  readonly userId: string;
  readonly uuid?: string;
  readonly accountType: 1 | 2;
  readonly since?: string;
}
/**
 * Request: The live sessions of the signed-in account.
 */
export interface SessionsRequest {}
/**
 * Response: The live sessions of the signed-in account.
 */
export interface SessionsResponse {
  readonly sessions: readonly {
    readonly id: string;
    readonly device: string;
    readonly place?: string;
    readonly since: string;
    readonly current: boolean;
  }[];
}
/**
 * Request: Checks a master account's password and gives a single-use sign-in token.
 */
export interface SignInRequest {
  readonly loginName: string;
  readonly password: string;
  readonly accountType: 1;
  readonly autoLogin?: boolean;
  readonly redirect?: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Checks a master account's password and gives a single-use sign-in token.
 */
export interface SignInResponse {
  readonly rsAuthToken: string;
  readonly loginName: string;
  readonly loginType: number;
}
/**
 * Request: Ends the session of this browser.
 */
export interface SignOutRequest {}
/**
 * Response: Ends the session of this browser.
 */
export interface SignOutResponse {}
/**
 * Request: Checks a sub account's password and gives a single-use sign-in token.
 */
export interface SubSignInRequest {
  readonly loginName: string;
  readonly password: string;
  readonly accountType: 2;
  readonly autoLogin?: boolean;
  readonly redirect?: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Checks a sub account's password and gives a single-use sign-in token.
 */
export interface SubSignInResponse {
  readonly rsAuthToken: string;
  readonly loginName: string;
  readonly loginType: number;
}
/**
 * Request: Redeems the sign-in token and opens the session.
 */
export interface UserLoginRequest {
  readonly userName: string;
  readonly version: '1.0.0';
  readonly rsAuthToken: string;
  readonly loginType?: number;
}
/**
 * Response: Redeems the sign-in token and opens the session.
 */
export interface UserLoginResponse {
  readonly userKey: string;
  readonly userId: string;
  readonly raySyncUserKey: string;
  readonly channel: number;
  readonly platform: number;
}
