// Generated from schemas/ by `npx tsx src/tools/types.ts`. Do not edit.

/**
 * Request: Records that the signed-in account accepts the versions named, as far as they stand; `due` tells that others stand by now.
 */
export interface AcceptAgreementsRequest {
  readonly accepted: {
    readonly [k: string]: string;
  };
}
/**
 * Response: Records that the signed-in account accepts the versions named, as far as they stand; `due` tells that others stand by now.
 */
export interface AcceptAgreementsResponse {
  readonly due: boolean;
  readonly securityRisk: boolean;
  readonly guide: boolean;
}
/**
 * Request: Has the rendering side take over an account that its link has activated.
 */
export interface ActivateUserRequest {
  readonly proof: string;
}
/**
 * Response: Has the rendering side take over an account that its link has activated.
 */
export interface ActivateUserResponse {
  readonly userId: string;
  readonly username: string;
}
/**
 * Request: Whether the account that this browser registered with an e-mail is active by now; for every other browser and e-mail it is not.
 */
export interface ActivationRequest {
  readonly email: string;
}
/**
 * Response: Whether the account that this browser registered with an e-mail is active by now; for every other browser and e-mail it is not.
 */
export interface ActivationResponse {
  readonly active: boolean;
  readonly userId?: string;
}
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
  readonly userId: string;
}
/**
 * Request: The line's agreements, each with what the signed-in account accepted of it, and whether it is to be asked.
 */
export interface AgreementsRequest {}
/**
 * Response: The line's agreements, each with what the signed-in account accepted of it, and whether it is to be asked.
 */
export interface AgreementsResponse {
  readonly agreements: readonly {
    readonly id: string;
    readonly agreement: string;
    readonly version: string;
    readonly since: string;
    readonly accepted?: string;
    readonly acceptedAt?: string;
    readonly due: boolean;
  }[];
  readonly versions: {
    readonly [k: string]: string;
  };
  readonly due: boolean;
  readonly userId?: string;
  readonly accountType?: 1 | 2;
}
/**
 * Request: Ends an Apple sign-in or link: exchanges what came back and tells the result.
 */
export interface AppleLoginRequest {
  readonly state: string;
  readonly autoLogin?: boolean;
  readonly redirect?: string;
}
/**
 * Response: Ends an Apple sign-in or link: exchanges what came back and tells the result.
 */
export interface AppleLoginResponse {
  readonly provider: string;
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result?: 1 | 2 | 3 | 4;
  readonly bindResult?: 1 | 2 | 3;
  readonly loginType?: number;
  readonly rsAuthToken?: string;
  readonly loginName?: string;
  readonly token?: string;
  readonly codePurpose?: string;
  readonly contact?: string;
  readonly contactKind?: 'phone' | 'email';
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
}
/**
 * Request: The master lets a DingTalk sub account that waits for it sign in.
 */
export interface AuthoriseSubAccountRequest {
  readonly id: string;
}
/**
 * Response: The master lets a DingTalk sub account that waits for it sign in.
 */
export interface AuthoriseSubAccountResponse {}
/**
 * Request: Reports a registration that an advertisement brought, once, by way of the outbox.
 */
export interface BaiduClueRequest {
  readonly bdVid: string;
  readonly rsAuthToken: string;
}
/**
 * Response: Reports a registration that an advertisement brought, once, by way of the outbox.
 */
export interface BaiduClueResponse {}
/**
 * Request: Ends result 4 by giving the linked account its phone, or result 3 by linking to the account of the phone; a phone nobody has gives the proof that registering takes.
 */
export interface BindPhoneToThirdRequest {
  readonly token: string;
  readonly phone: string;
  readonly code: string;
  readonly autoLogin?: boolean;
}
/**
 * Response: Ends result 4 by giving the linked account its phone, or result 3 by linking to the account of the phone; a phone nobody has gives the proof that registering takes.
 */
export interface BindPhoneToThirdResponse {
  readonly registered: boolean;
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result?: 1;
  readonly loginType?: number;
  readonly rsAuthToken?: string;
  readonly loginName?: string;
  readonly proof?: string;
  readonly phone: string;
  readonly coupon?: number;
  readonly freeJobs?: number;
}
/**
 * Request: Binds a proven phone to the signed-in account.
 */
export interface BindPhoneRequest {
  readonly phone: string;
  readonly code: string;
  readonly oldPassword?: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Binds a proven phone to the signed-in account.
 */
export interface BindPhoneResponse {
  readonly phone: string;
  readonly coupon?: number;
  readonly freeJobs?: number;
}
/**
 * Request: The mini program tells what became of the code that opened it: opened, refused, or bound to whoever gave the code of wx.login.
 */
export interface BindWxToUserRequest {
  readonly scene: string;
  /**
   * Number of the enumeration `bindDialog`.
   */
  readonly dialog: 0 | 1 | 2;
  readonly code?: string;
}
/**
 * Response: The mini program tells what became of the code that opened it: opened, refused, or bound to whoever gave the code of wx.login.
 */
export interface BindWxToUserResponse {
  /**
   * Number of the enumeration `wechatBindStatus`.
   */
  readonly status: -1 | 0 | 1;
  readonly mine: boolean;
  /**
   * Masked name of the account that shows the code, before anything is bound.
   */
  readonly account?: string;
  /**
   * Brand of the line whose page shows it.
   */
  readonly line?: string;
  readonly device?: string;
  readonly place?: string;
}
/**
 * Request: The biz and access id that the single sign-on calls carry.
 */
export interface BusinessParamRequest {}
/**
 * Response: The biz and access id that the single sign-on calls carry.
 */
export interface BusinessParamResponse {
  readonly biz: string;
  readonly accessId: string;
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
 * Request: Gives the signed-in account a proven e-mail address.
 */
export interface ChangeEmailRequest {
  readonly email: string;
  readonly code: string;
  readonly oldPassword?: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Gives the signed-in account a proven e-mail address.
 */
export interface ChangeEmailResponse {
  readonly email: string;
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
  readonly contact?: string;
  readonly elsewhere?: boolean;
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
 * Request: Tells which country the visitor's address is in, and whether the matching site is another one.
 */
export interface CheckIsDomesticIpRequest {}
/**
 * Response: Tells which country the visitor's address is in, and whether the matching site is another one.
 */
export interface CheckIsDomesticIpResponse {
  readonly isDomestic: boolean;
  readonly countryId: string;
  readonly otherSite: boolean;
}
/**
 * Request: Whether the user may get the coupon for real-name verification, which is presented once they may; their coupons and free jobs, and the kinds of coupons given to them.
 */
export interface CheckUserAndPresentRequest {
  /**
   * What a visitor comes back with from the real-name provider: only then a verification counts.
   */
  readonly returned?: string;
}
/**
 * Response: Whether the user may get the coupon for real-name verification, which is presented once they may; their coupons and free jobs, and the kinds of coupons given to them.
 */
export interface CheckUserAndPresentResponse {
  /**
   * Number of the enumeration `realNameState`.
   */
  readonly realName?: 0 | 1 | 2 | 3;
  readonly presented: boolean;
  readonly coupons: readonly {
    readonly id: string;
    readonly kind: string;
    readonly amount: number;
    readonly currency: string;
    readonly since: string;
  }[];
  readonly freeJobs: readonly {
    readonly id: string;
    readonly kind: string;
    readonly jobs: number;
    readonly since: string;
  }[];
  readonly given: readonly string[];
}
/**
 * Request: Checks a code for any purpose and spends it: from then on only the `proof` that it answers counts.
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
 * Response: Checks a code for any purpose and spends it: from then on only the `proof` that it answers counts.
 */
export interface CheckVerificationCodeResponse {
  readonly proof: string;
}
/**
 * Request: Checks a code for any purpose and spends it: from then on only the `proof` that it answers counts; for `forgetpassword` it also tells whose password the proof sets.
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
 * Response: Checks a code for any purpose and spends it: from then on only the `proof` that it answers counts; for `forgetpassword` it also tells whose password the proof sets.
 */
export interface CheckVerifyCodeResponse {
  readonly proof: string;
  readonly accounts?: readonly {
    readonly userId: string;
    readonly username: string;
    readonly id?: string;
    readonly accountType?: 1 | 2;
    readonly brand?: string;
  }[];
  readonly multiple?: boolean;
  readonly contact?: string;
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
 * Request: Counts a step that visitors take: a page shown, a code sent, a registration, a sign-in.
 */
export interface CollectDataRequest {
  readonly name: string;
  readonly screen: string;
  readonly comefrom?: string;
  readonly officialWebsiteEntry?: string;
}
/**
 * Response: Counts a step that visitors take: a page shown, a code sent, a registration, a sign-in.
 */
export interface CollectDataResponse {}
/**
 * Request: Checks the alias of an enterprise and gives the public part of what it stands for.
 */
export interface DingtalkAliasRequest {
  readonly alias: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Checks the alias of an enterprise and gives the public part of what it stands for.
 */
export interface DingtalkAliasResponse {
  readonly alias: string;
  readonly corpId: string;
  readonly clientId: string;
}
/**
 * Request: Stops a sub account of the signed-in master and ends its sessions.
 */
export interface DisableSubAccountRequest {
  readonly id: string;
}
/**
 * Response: Stops a sub account of the signed-in master and ends its sessions.
 */
export interface DisableSubAccountResponse {}
/**
 * Request: Lets a stopped sub account sign in again.
 */
export interface EnableSubAccountRequest {
  readonly id: string;
}
/**
 * Response: Lets a stopped sub account sign in again.
 */
export interface EnableSubAccountResponse {}
/**
 * Request: Signs the account out everywhere: in every browser but this one, or in this one too. Sign-ins under way are refused.
 */
export interface EndAllSessionsRequest {
  readonly present: boolean;
}
/**
 * Response: Signs the account out everywhere: in every browser but this one, or in this one too. Sign-ins under way are refused.
 */
export interface EndAllSessionsResponse {
  readonly ended: number;
  readonly signedOut: boolean;
}
/**
 * Request: Ends one session of the signed-in account; `signedOut` when it was this browser's own.
 */
export interface EndSessionRequest {
  readonly id: string;
}
/**
 * Response: Ends one session of the signed-in account; `signedOut` when it was this browser's own.
 */
export interface EndSessionResponse {
  readonly signedOut: boolean;
}
/**
 * Request: Starts a real-name verification and gives the address where the user goes through it.
 */
export interface GenerateRealNameAuthRequest {}
/**
 * Response: Starts a real-name verification and gives the address where the user goes through it.
 */
export interface GenerateRealNameAuthResponse {
  readonly url: string;
}
/**
 * Request: Ends a Google sign-in or link, by the code that came back or the credential of its button.
 */
export interface GoogleLoginRequest {
  readonly state: string;
  readonly credential?: string;
  readonly autoLogin?: boolean;
  readonly redirect?: string;
}
/**
 * Response: Ends a Google sign-in or link, by the code that came back or the credential of its button.
 */
export interface GoogleLoginResponse {
  readonly provider: string;
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result?: 1 | 2 | 3 | 4;
  readonly bindResult?: 1 | 2 | 3;
  readonly loginType?: number;
  readonly rsAuthToken?: string;
  readonly loginName?: string;
  readonly token?: string;
  readonly codePurpose?: string;
  readonly contact?: string;
  readonly contactKind?: 'phone' | 'email';
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
}
/**
 * Request: A code that binds WeChat: the image of the mini program’s, or what the public account’s picture holds.
 */
export interface InviteQrcodeRequest {
  /**
   * Number of the enumeration `wechatCode`.
   */
  readonly kind?: 0 | 1;
}
/**
 * Response: A code that binds WeChat: the image of the mini program’s, or what the public account’s picture holds.
 */
export interface InviteQrcodeResponse {
  readonly ticket: string;
  readonly image?: string;
  readonly qr?: string;
  /**
   * Path of the simulated phone that scans the code; only what stands in for WeChat has one.
   */
  readonly address?: string;
  readonly seconds: number;
}
/**
 * Request: What stands behind the token of a third-party sign-in under way, so that a reloaded page can go on.
 */
export interface IsBindAccountRequest {
  readonly token: string;
}
/**
 * Response: What stands behind the token of a third-party sign-in under way, so that a reloaded page can go on.
 */
export interface IsBindAccountResponse {
  readonly provider: string;
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result: 2 | 3 | 4;
  readonly isBound: boolean;
  readonly codePurpose?: string;
  readonly contact?: string;
  readonly contactKind?: 'phone' | 'email';
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
}
/**
 * Request: Whether the account of a phone, proven by a code that stays good, has another third-party user of this provider.
 */
export interface IsBindOtherAccountRequest {
  readonly token: string;
  readonly phone: string;
  readonly code: string;
}
/**
 * Response: Whether the account of a phone, proven by a code that stays good, has another third-party user of this provider.
 */
export interface IsBindOtherAccountResponse {
  readonly isRegistered: boolean;
  readonly isBound: boolean;
}
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
 * Request: How it stands with a code that binds WeChat; without one, whether WeChat is bound.
 */
export interface IsHavedBoundWxRequest {
  /**
   * Number of the enumeration `wechatCode`.
   */
  readonly kind?: 0 | 1;
  readonly ticket?: string;
}
/**
 * Response: How it stands with a code that binds WeChat; without one, whether WeChat is bound.
 */
export interface IsHavedBoundWxResponse {
  /**
   * Number of the enumeration `wechatBindStatus`.
   */
  readonly status: -1 | 0 | 1;
  /**
   * Number of the enumeration `bindDialog`.
   */
  readonly dialog: 0 | 1 | 2;
  /**
   * Number of the enumeration `pollProgress`.
   */
  readonly progress: 0 | 1 | 2;
  readonly mine: boolean;
  readonly coupon?: number;
  readonly granted: boolean;
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
 * Request: What binding WeChat in the mini program and following the public account offer.
 */
export interface MiniProActivityRequest {}
/**
 * Response: What binding WeChat in the mini program and following the public account offer.
 */
export interface MiniProActivityResponse {
  readonly offered: boolean;
  readonly bound: boolean;
  readonly followOffered: boolean;
  readonly followed: boolean;
  readonly userId?: string;
  readonly accountType?: 1 | 2;
}
/**
 * Request: Ends the sign-in or link of a provider that has no call of its own: exchanges what came back and tells the result.
 */
export interface OpenLoginRequest {
  readonly provider: string;
  readonly state: string;
  readonly autoLogin?: boolean;
  readonly redirect?: string;
}
/**
 * Response: Ends the sign-in or link of a provider that has no call of its own: exchanges what came back and tells the result.
 */
export interface OpenLoginResponse {
  readonly provider: string;
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result?: 1 | 2 | 3 | 4;
  readonly bindResult?: 1 | 2 | 3;
  readonly loginType?: number;
  readonly rsAuthToken?: string;
  readonly loginName?: string;
  readonly token?: string;
  readonly codePurpose?: string;
  readonly contact?: string;
  readonly contactKind?: 'phone' | 'email';
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
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
 * Request: Whether the rendering platform is up or under maintenance, and until when.
 */
export interface PlatformStatusRequest {}
/**
 * Response: Whether the rendering platform is up or under maintenance, and until when.
 */
export interface PlatformStatusResponse {
  /**
   * Number of the enumeration `platformState`.
   */
  readonly status: 0 | 1;
  readonly until?: number;
}
/**
 * Request: Ends a QQ sign-in or link, by the code that came back or the access token of its connect script.
 */
export interface QqLoginRequest {
  readonly state: string;
  readonly accessToken?: string;
  readonly autoLogin?: boolean;
  readonly redirect?: string;
}
/**
 * Response: Ends a QQ sign-in or link, by the code that came back or the access token of its connect script.
 */
export interface QqLoginResponse {
  readonly provider: string;
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result?: 1 | 2 | 3 | 4;
  readonly bindResult?: 1 | 2 | 3;
  readonly loginType?: number;
  readonly rsAuthToken?: string;
  readonly loginName?: string;
  readonly token?: string;
  readonly codePurpose?: string;
  readonly contact?: string;
  readonly contactKind?: 'phone' | 'email';
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
}
/**
 * Request: The phone that scanned a code refuses it.
 */
export interface QrCancelRequest {
  readonly ticket: string;
}
/**
 * Response: The phone that scanned a code refuses it.
 */
export interface QrCancelResponse {}
/**
 * Request: The phone that scanned a code lets the other browser in, with the account of its own session.
 */
export interface QrConfirmRequest {
  readonly ticket: string;
}
/**
 * Response: The phone that scanned a code lets the other browser in, with the account of its own session.
 */
export interface QrConfirmResponse {}
/**
 * Request: A phone scanned a code: it owns it from now on, and is told what it would confirm.
 */
export interface QrLookRequest {
  readonly ticket: string;
}
/**
 * Response: A phone scanned a code: it owns it from now on, and is told what it would confirm.
 */
export interface QrLookResponse {
  /**
   * Number of the enumeration `qrState`.
   */
  readonly state: 0 | 1 | 2 | 3 | 4;
  readonly signedIn: boolean;
  readonly returnTo?: string;
  readonly line?: string;
  readonly device?: string;
  readonly place?: string;
  readonly match?: string;
  readonly account?: string;
  readonly userId?: string;
}
/**
 * Request: How it stands with the code that this browser shows, whose secret comes in the header qr-secret.
 */
export interface QrPollRequest {}
/**
 * Response: How it stands with the code that this browser shows, whose secret comes in the header qr-secret.
 */
export interface QrPollResponse {
  /**
   * Number of the enumeration `qrState`.
   */
  readonly state: 0 | 1 | 2 | 3 | 4;
}
/**
 * Request: The sign-in token of a code that a phone confirmed, once.
 */
export interface QrRedeemRequest {
  readonly secret: string;
}
/**
 * Response: The sign-in token of a code that a phone confirmed, once.
 */
export interface QrRedeemResponse {
  readonly rsAuthToken: string;
  readonly loginName: string;
  readonly loginType: number;
}
/**
 * Request: Makes a code that a phone scans to sign this browser in.
 */
export interface QrTicketRequest {}
/**
 * Response: Makes a code that a phone scans to sign this browser in.
 */
export interface QrTicketResponse {
  readonly qr: string;
  readonly secret: string;
  readonly match: string;
  readonly seconds: number;
}
/**
 * Request: The software offered, what was chosen of it, and the account's business type.
 */
export interface QuerySoftTypeRequest {}
/**
 * Response: The software offered, what was chosen of it, and the account's business type.
 */
export interface QuerySoftTypeResponse {
  readonly softTypes: readonly {
    readonly softType: number;
    readonly selected: 0 | 1;
  }[];
  readonly software: readonly number[];
  readonly otherSoftware?: string;
  readonly businessType: number;
  readonly version: string;
  readonly userId?: string;
  readonly accountType?: 1 | 2;
}
/**
 * Request: The profile of the signed-in account.
 */
export interface QueryUserRequest {}
/**
 * Response: The profile of the signed-in account.
 */
export interface QueryUserResponse {
  readonly username: string;
  readonly loginName: string;
  readonly email: string;
  readonly phone: string;
  readonly phoneVerified: boolean;
  readonly unprovenPhone?: string;
  readonly userId: string;
  readonly uuid: string;
  readonly accountType: 1 | 2;
  readonly brand?: string;
  readonly hasPassword: boolean;
  readonly fresh: boolean;
  readonly extras?: readonly {
    readonly field: string;
    readonly value: (string | number | boolean) | readonly (string | number | boolean)[];
  }[];
  readonly securityRisk: boolean;
  readonly agreementsDue?: boolean;
}
/**
 * Request: The contacts of the signed-in account that were changed lately (`limits.recentDays`), the newest first: each stands there as it is now.
 */
export interface RecentChangesRequest {}
/**
 * Response: The contacts of the signed-in account that were changed lately (`limits.recentDays`), the newest first: each stands there as it is now.
 */
export interface RecentChangesResponse {
  readonly changes: readonly {
    readonly id: string;
    readonly kind: 'email' | 'phone';
    readonly value: string;
    readonly since: string;
  }[];
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
  readonly accepted?: {
    readonly [k: string]: string;
  };
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
  readonly rsAuthToken: string;
  readonly loginType: number;
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
  readonly accepted?: {
    readonly [k: string]: string;
  };
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
  readonly accountType?: 1 | 2;
  readonly username: string;
  readonly rsAuthToken: string;
  readonly loginType: number;
}
/**
 * Request: Registers the rendering user of an account that a third-party identity just made.
 */
export interface RegisterThirdUserRequest {
  readonly userName: string;
  readonly version: '1.0.0';
  readonly rsAuthToken: string;
}
/**
 * Response: Registers the rendering user of an account that a third-party identity just made.
 */
export interface RegisterThirdUserResponse {
  readonly userKey: string;
  readonly userId: string;
  readonly raySyncUserKey: string;
  readonly channel: number;
  readonly platform: number;
}
/**
 * Request: Registers the rendering user of an account that was just made, by the token its registration gave.
 */
export interface RenderingRegisterRequest {
  readonly userName: string;
  readonly version: '1.0.0';
  readonly rsAuthToken: string;
}
/**
 * Response: Registers the rendering user of an account that was just made, by the token its registration gave.
 */
export interface RenderingRegisterResponse {
  readonly userKey: string;
  readonly userId: string;
  readonly raySyncUserKey: string;
  readonly channel: number;
  readonly platform: number;
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
export interface ResetPasswordResponse {
  readonly userId: string;
  readonly activated?: boolean;
}
/**
 * Request: Sets a new password on the rendering side's address of the region, unlocks the account and ends its other sessions.
 */
export interface ResetUserPasswordRequest {
  readonly proof: string;
  readonly password: string;
}
/**
 * Response: Sets a new password on the rendering side's address of the region, unlocks the account and ends its other sessions.
 */
export interface ResetUserPasswordResponse {
  readonly userId: string;
  readonly activated?: boolean;
}
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
 * Request: Mails a code to the signed-in account's new address.
 */
export interface SendEmailCodeRequest {
  readonly email: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Mails a code to the signed-in account's new address.
 */
export interface SendEmailCodeResponse {}
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
  readonly maskedName?: string;
  readonly email?: string;
  readonly phone?: string;
  readonly userId: string;
  readonly uuid?: string;
  readonly accountType: 1 | 2;
  readonly since?: string;
  readonly securityRisk?: boolean;
  readonly agreementsDue?: boolean;
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
 * Request: Sets the password of a sub account of the signed-in master.
 */
export interface SetSubPasswordRequest {
  readonly id: string;
  readonly password: string;
}
/**
 * Response: Sets the password of a sub account of the signed-in master.
 */
export interface SetSubPasswordResponse {}
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
 * Request: The sub accounts of the signed-in master; with an id, also the login name of that one.
 */
export interface SubAccountsRequest {
  readonly id?: string;
}
/**
 * Response: The sub accounts of the signed-in master; with an id, also the login name of that one.
 */
export interface SubAccountsResponse {
  readonly subAccounts: readonly {
    readonly id: string;
    readonly username: string;
    readonly loginName: string;
    readonly phone?: string;
    readonly status: 'unactivated' | 'active' | 'disabled' | 'cancelled';
    readonly since: string;
    readonly source: 'own' | 'dingtalk';
    readonly member?: string;
  }[];
  readonly loginName?: string;
}
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
 * Request: Moves the signed-in user to a platform of this line.
 */
export interface SwitchPlatformRequest {
  readonly platform: number;
}
/**
 * Response: Moves the signed-in user to a platform of this line.
 */
export interface SwitchPlatformResponse {
  readonly userId: string;
  readonly raySyncUserKey: string;
  readonly channel: number;
  readonly platform: number;
}
/**
 * Request: Links a third-party identity to an account that exists, by its password; it signs in then.
 */
export interface ThirdBoundAccountRequest {
  readonly token: string;
  readonly loginName: string;
  readonly password: string;
  readonly accountType: 1;
  readonly autoLogin?: boolean;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Links a third-party identity to an account that exists, by its password; it signs in then.
 */
export interface ThirdBoundAccountResponse {
  readonly bindResult: 1;
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result: 1;
  readonly loginType: number;
  readonly rsAuthToken: string;
  readonly loginName: string;
}
/**
 * Request: Verifies a third-party sign-in by the code sent to the account; it signs in then.
 */
export interface ThirdBoundRequest {
  readonly token: string;
  readonly code: string;
  readonly autoLogin?: boolean;
}
/**
 * Response: Verifies a third-party sign-in by the code sent to the account; it signs in then.
 */
export interface ThirdBoundResponse {
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result: 1;
  readonly loginType: number;
  readonly rsAuthToken: string;
  readonly loginName: string;
}
/**
 * Request: Sends a code to the account's own phone or mailbox, to verify a third-party sign-in.
 */
export interface ThirdCheckPhoneRequest {
  readonly token: string;
  readonly channel?: 1 | 2;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Sends a code to the account's own phone or mailbox, to verify a third-party sign-in.
 */
export interface ThirdCheckPhoneResponse {
  readonly contact: string;
  readonly contactKind: 'phone' | 'email';
}
/**
 * Request: The third-party identities linked to the signed-in account, whether it may take each off itself, and the providers it may still link.
 */
export interface ThirdLinksRequest {}
/**
 * Response: The third-party identities linked to the signed-in account, whether it may take each off itself, and the providers it may still link.
 */
export interface ThirdLinksResponse {
  readonly links: readonly {
    readonly id: string;
    readonly provider: string;
    readonly name: string;
    readonly since: string;
    readonly removable: boolean;
  }[];
  readonly linkable: readonly string[];
}
/**
 * Request: Redeems the sign-in token of a third-party sign-in and opens the session.
 */
export interface ThirdLoginRequest {
  readonly userName: string;
  readonly version: '1.0.0';
  readonly rsAuthToken: string;
  readonly loginType?: number;
}
/**
 * Response: Redeems the sign-in token of a third-party sign-in and opens the session.
 */
export interface ThirdLoginResponse {
  readonly userKey: string;
  readonly userId: string;
  readonly raySyncUserKey: string;
  readonly channel: number;
  readonly platform: number;
  readonly accountType?: 1 | 2;
  readonly guide?: boolean;
  readonly securityRisk?: boolean;
  readonly agreementsDue?: boolean;
}
/**
 * Request: Registers a master account with a third-party identity: by phone, or by e-mail where the line registers so.
 */
export interface ThirdRegisterRequest {
  readonly token: string;
  readonly phone?: string;
  readonly code?: string;
  readonly proof?: string;
  readonly email?: string;
  readonly username: string;
  readonly password: string;
  readonly businessType: 0 | 1 | 2 | 3 | 5;
  readonly inviteCode?: string;
  readonly agreement: true;
  readonly accepted?: {
    readonly [k: string]: string;
  };
  readonly comefrom?: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Registers a master account with a third-party identity: by phone, or by e-mail where the line registers so.
 */
export interface ThirdRegisterResponse {
  readonly username: string;
  readonly email?: string;
  readonly userId: string;
  readonly userKey?: string;
  readonly raySyncUserKey: string;
  readonly channel: number;
  readonly platform: number;
  readonly accountType?: 1 | 2;
  readonly rsAuthToken: string;
  readonly loginType: number;
  readonly active: boolean;
}
/**
 * Request: Ends a DingTalk sign-in of an enterprise: exchanges what came back and tells the result.
 */
export interface ThirdSignInRequest {
  readonly state: string;
  readonly receipt?: string;
  readonly autoLogin?: boolean;
  readonly redirect?: string;
}
/**
 * Response: Ends a DingTalk sign-in of an enterprise: exchanges what came back and tells the result.
 */
export interface ThirdSignInResponse {
  readonly provider: string;
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result?: 1 | 2 | 3 | 4;
  readonly bindResult?: 1 | 2 | 3;
  readonly loginType?: number;
  readonly rsAuthToken?: string;
  readonly loginName?: string;
  readonly token?: string;
  readonly codePurpose?: string;
  readonly contact?: string;
  readonly contactKind?: 'phone' | 'email';
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
}
/**
 * Request: Begins a third-party sign-in or link: a one-time state, and where to prove who one is.
 */
export interface ThirdTokenRequest {
  readonly provider: string;
  readonly way?: 'redirect' | 'popup' | 'frame' | 'post';
  readonly purpose?: 'sign-in' | 'bind';
  readonly alias?: string;
}
/**
 * Response: Begins a third-party sign-in or link: a one-time state, and where to prove who one is.
 */
export interface ThirdTokenResponse {
  readonly state: string;
  readonly url: string;
  readonly widget?: {
    readonly [k: string]: string;
  };
  readonly provider: string;
  readonly business: string;
}
/**
 * Request: The master unlinks a sub account from the DingTalk member it belongs to; its sessions end.
 */
export interface UnbindSubAccountRequest {
  readonly id: string;
}
/**
 * Response: The master unlinks a sub account from the DingTalk member it belongs to; its sessions end.
 */
export interface UnbindSubAccountResponse {}
/**
 * Request: Unlinks a third-party identity from the signed-in account.
 */
export interface UnlinkThirdRequest {
  readonly id: string;
}
/**
 * Response: Unlinks a third-party identity from the signed-in account.
 */
export interface UnlinkThirdResponse {}
/**
 * Request: Changes the password of the signed-in account by its old one and ends its other sessions.
 */
export interface UpdatePasswordRequest {
  readonly oldPassword?: string;
  readonly password: string;
  readonly ticket?: string;
  readonly randstr?: string;
  readonly captchaAppId?: string;
}
/**
 * Response: Changes the password of the signed-in account by its old one and ends its other sessions.
 */
export interface UpdatePasswordResponse {}
/**
 * Request: Gives the signed-in account another username.
 */
export interface UpdateUsernameRequest {
  readonly username: string;
  readonly userKey?: string;
}
/**
 * Response: Gives the signed-in account another username.
 */
export interface UpdateUsernameResponse {
  readonly username: string;
}
/**
 * Request: Keeps the software that a user works with, and their business type; with the `version` that querySoftType gave (`0` for nothing chosen), only while that is still what is stored.
 */
export interface UserIndexGuideRequest {
  /**
   * @minItems 1
   * @maxItems 20
   */
  readonly softTypes: readonly number[];
  readonly otherSoftware?: string;
  readonly businessType?: number;
  readonly version?: string;
}
/**
 * Response: Keeps the software that a user works with, and their business type; with the `version` that querySoftType gave (`0` for nothing chosen), only while that is still what is stored.
 */
export interface UserIndexGuideResponse {}
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
  readonly accountType?: 1 | 2;
  readonly guide?: boolean;
  readonly securityRisk?: boolean;
  readonly agreementsDue?: boolean;
}
/**
 * Request: Ends a WeChat sign-in or link: exchanges what came back and tells the result.
 */
export interface WxLoginRequest {
  readonly state: string;
  readonly receipt?: string;
  readonly autoLogin?: boolean;
  readonly redirect?: string;
}
/**
 * Response: Ends a WeChat sign-in or link: exchanges what came back and tells the result.
 */
export interface WxLoginResponse {
  readonly provider: string;
  /**
   * Number of the enumeration `thirdPartyResult`.
   */
  readonly result?: 1 | 2 | 3 | 4;
  readonly bindResult?: 1 | 2 | 3;
  readonly loginType?: number;
  readonly rsAuthToken?: string;
  readonly loginName?: string;
  readonly token?: string;
  readonly codePurpose?: string;
  readonly contact?: string;
  readonly contactKind?: 'phone' | 'email';
  readonly name?: string;
  readonly email?: string;
  readonly emailVerified?: boolean;
}
