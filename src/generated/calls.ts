// Generated from schemas/ and lines/ by `npx tsx src/tools/types.ts`. Do not edit.
import type * as api from './api.ts';

/** Every code of the catalogue. */
export type ErrorCode =
  | '451'
  | '500'
  | '5001'
  | '5002'
  | '5003'
  | '521'
  | '550'
  | '552'
  | '554'
  | '559'
  | '600'
  | '601'
  | '602'
  | '603'
  | '604'
  | '606'
  | '607'
  | '608'
  | '610'
  | '611'
  | '627'
  | '628'
  | '800'
  | '804'
  | '805'
  | '806'
  | '807'
  | '808'
  | '809'
  | '812'
  | '813'
  | '815'
  | '818'
  | '820'
  | '821'
  | '824'
  | '900'
  | '901'
  | '902'
  | '903'
  | '925'
  | 'Account.Disabled'
  | 'Account.Email.Actived'
  | 'Account.Email.Blacklisted'
  | 'Account.Email.Existed'
  | 'Account.Email.NotFound'
  | 'Account.Locked'
  | 'Account.Logout'
  | 'Account.NotFound'
  | 'Account.Phone.Bound.Multiple'
  | 'Account.Phone.Existed'
  | 'Account.Phone.Existed.OtherLine'
  | 'Account.Register.LowSafe'
  | 'Account.Register.Paused'
  | 'Account.Sign.GraphicVerificationRequired'
  | 'Account.SignIn.Failed'
  | 'Account.SignIn.IpLimit'
  | 'Account.Son.Prohibit.Login'
  | 'Account.Sub.Reset.Pwd.Not.Support'
  | 'Account.Token.Expired'
  | 'Account.UnActivated'
  | 'Account.UserName.Existed'
  | 'Account.Validate.IntelligentFailed'
  | 'Activation.Elsewhere'
  | 'Appeal.Exist'
  | 'Appeal.Not.Exist'
  | 'Appeal.Not.Pass'
  | 'Apple.Login.Failed'
  | 'Apple.Login.Timeout'
  | 'Auth.Fail'
  | 'Code.Error.More'
  | 'Code.Overdue'
  | 'Code.Still.Valid'
  | 'Common.Failed'
  | 'Common.RequestLimitExceeded'
  | 'Contact.Overtaken'
  | 'DingTalk.Account.Cancelled'
  | 'DingTalk.Account.Waiting'
  | 'DingTalk.Login.Failed'
  | 'DingTalk.Login.Timeout'
  | 'DingTalk.Member.Foreign'
  | 'EmptyParameter'
  | 'Enterprise.Alias.Format.Error'
  | 'Enterprise.Alias.Not.Exists'
  | 'File.Out.Of.Size'
  | 'Forbidden'
  | 'Google.Login.Failed'
  | 'Google.Login.Timeout'
  | 'InternalError'
  | 'InvalidParameter'
  | 'Password.Same.As.Last'
  | 'Password.Too.Common'
  | 'Phone.Bound.ThirdParty'
  | 'Phone.Not.Same'
  | 'Please.Input.Valid.Value'
  | 'Product.Line.Not.Exist'
  | 'QQ.Login.Failed'
  | 'QQ.Login.Timeout'
  | 'QrCode.Expired'
  | 'QrCode.Redeemed'
  | 'QrCode.Scanned'
  | 'Save.Overtaken'
  | 'ServiceUnavailable'
  | 'Session.Other'
  | 'Session.Stale'
  | 'Signature.Expired'
  | 'Signature.Invalid'
  | 'Sub.Account.Bind.ThirdParty.Not.Support'
  | 'ThirdParty.Last.Way'
  | 'ThirdParty.Login.Failed'
  | 'ThirdParty.Login.Timeout'
  | 'ThirdParty.Provider.Bound'
  | 'ThirdParty.State.Invalid'
  | 'UnionId.Existed'
  | 'Validate.Code.Error'
  | 'Validate.Code.SendError'
  | 'Validate.LimitExceeded'
  | 'Validate.frequently'
  | 'WeChat.Login.Failed'
  | 'WeChat.Login.Timeout';

/** Codes that every call may answer. */
export type CommonCode =
  | 'Common.RequestLimitExceeded'
  | 'EmptyParameter'
  | 'Forbidden'
  | 'InternalError'
  | 'InvalidParameter'
  | 'ServiceUnavailable';

/** Each call's request, and the codes that it may answer: its `fails`, of all lines. */
export interface Calls {
  'accept-agreements': {
    readonly request: api.AcceptAgreementsRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'activate-user': {
    readonly request: api.ActivateUserRequest;
    readonly code:
      | 'Account.Token.Expired'
      | 'Account.UnActivated'
      | CommonCode;
  };
  'activation': {
    readonly request: api.ActivationRequest;
    readonly code:
      | CommonCode;
  };
  'active-email': {
    readonly request: api.ActiveEmailRequest;
    readonly code:
      | 'Account.Token.Expired'
      | 'Activation.Elsewhere'
      | CommonCode;
  };
  'agreements': {
    readonly request: api.AgreementsRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'apple-login': {
    readonly request: api.AppleLoginRequest;
    readonly code:
      | '602'
      | '627'
      | '628'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.SignIn.IpLimit'
      | 'Account.Son.Prohibit.Login'
      | 'Account.UnActivated'
      | 'Apple.Login.Failed'
      | 'Apple.Login.Timeout'
      | 'Session.Other'
      | 'Session.Stale'
      | 'ThirdParty.State.Invalid'
      | CommonCode;
  };
  'authorise-sub-account': {
    readonly request: api.AuthoriseSubAccountRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | 'Session.Stale'
      | CommonCode;
  };
  'baidu-clue': {
    readonly request: api.BaiduClueRequest;
    readonly code:
      | CommonCode;
  };
  'bind-phone': {
    readonly request: api.BindPhoneRequest;
    readonly code:
      | '602'
      | '818'
      | '820'
      | '821'
      | 'Account.Locked'
      | 'Account.Phone.Existed'
      | 'Account.Phone.Existed.OtherLine'
      | 'Account.Register.LowSafe'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.SignIn.Failed'
      | 'Account.SignIn.IpLimit'
      | 'Account.Validate.IntelligentFailed'
      | 'Code.Error.More'
      | 'Contact.Overtaken'
      | 'Session.Other'
      | 'Session.Stale'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'bind-phone-to-third': {
    readonly request: api.BindPhoneToThirdRequest;
    readonly code:
      | '627'
      | '628'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.Phone.Existed'
      | 'Account.Phone.Existed.OtherLine'
      | 'Account.Register.LowSafe'
      | 'Account.SignIn.IpLimit'
      | 'Account.Token.Expired'
      | 'Account.UnActivated'
      | 'Code.Error.More'
      | 'Phone.Bound.ThirdParty'
      | 'Sub.Account.Bind.ThirdParty.Not.Support'
      | 'UnionId.Existed'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'bind-wx-to-user': {
    readonly request: api.BindWxToUserRequest;
    readonly code:
      | 'Common.Failed'
      | 'QrCode.Expired'
      | CommonCode;
  };
  'business-param': {
    readonly request: api.BusinessParamRequest;
    readonly code:
      | CommonCode;
  };
  'captcha-challenge': {
    readonly request: api.CaptchaChallengeRequest;
    readonly code:
      | CommonCode;
  };
  'change-email': {
    readonly request: api.ChangeEmailRequest;
    readonly code:
      | '602'
      | '818'
      | '820'
      | '821'
      | 'Account.Email.Existed'
      | 'Account.Locked'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.SignIn.Failed'
      | 'Account.SignIn.IpLimit'
      | 'Account.Validate.IntelligentFailed'
      | 'Code.Error.More'
      | 'Contact.Overtaken'
      | 'Session.Other'
      | 'Session.Stale'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'check-email-token': {
    readonly request: api.CheckEmailTokenRequest;
    readonly code:
      | 'Account.Email.Actived'
      | 'Account.Token.Expired'
      | CommonCode;
  };
  'check-invite-code': {
    readonly request: api.CheckInviteCodeRequest;
    readonly code:
      | '5001'
      | '5002'
      | '5003'
      | CommonCode;
  };
  'check-is-domestic-ip': {
    readonly request: api.CheckIsDomesticIpRequest;
    readonly code:
      | CommonCode;
  };
  'check-user-and-present': {
    readonly request: api.CheckUserAndPresentRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'check-verification-code': {
    readonly request: api.CheckVerificationCodeRequest;
    readonly code:
      | 'Code.Error.More'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'check-verify-code': {
    readonly request: api.CheckVerifyCodeRequest;
    readonly code:
      | 'Account.NotFound'
      | 'Account.Sub.Reset.Pwd.Not.Support'
      | 'Code.Error.More'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'client-events': {
    readonly request: api.ClientEventsRequest;
    readonly code:
      | CommonCode;
  };
  'collect-data': {
    readonly request: api.CollectDataRequest;
    readonly code:
      | CommonCode;
  };
  'dingtalk-alias': {
    readonly request: api.DingtalkAliasRequest;
    readonly code:
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.Validate.IntelligentFailed'
      | 'Enterprise.Alias.Format.Error'
      | 'Enterprise.Alias.Not.Exists'
      | CommonCode;
  };
  'disable-sub-account': {
    readonly request: api.DisableSubAccountRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'enable-sub-account': {
    readonly request: api.EnableSubAccountRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | 'Session.Stale'
      | CommonCode;
  };
  'end-all-sessions': {
    readonly request: api.EndAllSessionsRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'end-session': {
    readonly request: api.EndSessionRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'generate-real-name-auth': {
    readonly request: api.GenerateRealNameAuthRequest;
    readonly code:
      | '602'
      | 'Common.Failed'
      | 'Session.Other'
      | CommonCode;
  };
  'google-login': {
    readonly request: api.GoogleLoginRequest;
    readonly code:
      | '602'
      | '627'
      | '628'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.SignIn.IpLimit'
      | 'Account.Son.Prohibit.Login'
      | 'Account.UnActivated'
      | 'Google.Login.Failed'
      | 'Google.Login.Timeout'
      | 'Session.Other'
      | 'Session.Stale'
      | 'ThirdParty.State.Invalid'
      | CommonCode;
  };
  'invite-qrcode': {
    readonly request: api.InviteQrcodeRequest;
    readonly code:
      | '602'
      | 'Common.Failed'
      | 'Session.Other'
      | CommonCode;
  };
  'is-bind-account': {
    readonly request: api.IsBindAccountRequest;
    readonly code:
      | 'Account.Token.Expired'
      | CommonCode;
  };
  'is-bind-other-account': {
    readonly request: api.IsBindOtherAccountRequest;
    readonly code:
      | 'Account.Token.Expired'
      | 'Code.Error.More'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'is-blacklist-email': {
    readonly request: api.IsBlacklistEmailRequest;
    readonly code:
      | 'Account.Email.Blacklisted'
      | CommonCode;
  };
  'is-haved-bound-wx': {
    readonly request: api.IsHavedBoundWxRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'login-fail-cache': {
    readonly request: api.LoginFailCacheRequest;
    readonly code:
      | CommonCode;
  };
  'mini-pro-activity': {
    readonly request: api.MiniProActivityRequest;
    readonly code:
      | '602'
      | CommonCode;
  };
  'open-login': {
    readonly request: api.OpenLoginRequest;
    readonly code:
      | '602'
      | '627'
      | '628'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.SignIn.IpLimit'
      | 'Account.Son.Prohibit.Login'
      | 'Account.UnActivated'
      | 'Session.Other'
      | 'Session.Stale'
      | 'ThirdParty.Login.Failed'
      | 'ThirdParty.Login.Timeout'
      | 'ThirdParty.State.Invalid'
      | CommonCode;
  };
  'phone-sign-in': {
    readonly request: api.PhoneSignInRequest;
    readonly code:
      | '627'
      | '628'
      | '818'
      | '820'
      | '821'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.NotFound'
      | 'Account.Phone.Bound.Multiple'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.SignIn.Failed'
      | 'Account.SignIn.IpLimit'
      | 'Account.Son.Prohibit.Login'
      | 'Account.UnActivated'
      | 'Account.Validate.IntelligentFailed'
      | 'Code.Error.More'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'platform-status': {
    readonly request: api.PlatformStatusRequest;
    readonly code:
      | CommonCode;
  };
  'qq-login': {
    readonly request: api.QqLoginRequest;
    readonly code:
      | '602'
      | '627'
      | '628'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.SignIn.IpLimit'
      | 'Account.Son.Prohibit.Login'
      | 'Account.UnActivated'
      | 'QQ.Login.Failed'
      | 'QQ.Login.Timeout'
      | 'Session.Other'
      | 'Session.Stale'
      | 'ThirdParty.State.Invalid'
      | CommonCode;
  };
  'qr-cancel': {
    readonly request: api.QrCancelRequest;
    readonly code:
      | 'QrCode.Expired'
      | 'QrCode.Redeemed'
      | 'QrCode.Scanned'
      | CommonCode;
  };
  'qr-confirm': {
    readonly request: api.QrConfirmRequest;
    readonly code:
      | '602'
      | 'Account.Locked'
      | 'Account.Son.Prohibit.Login'
      | 'QrCode.Expired'
      | 'QrCode.Scanned'
      | 'Session.Other'
      | CommonCode;
  };
  'qr-look': {
    readonly request: api.QrLookRequest;
    readonly code:
      | 'Account.Son.Prohibit.Login'
      | 'QrCode.Expired'
      | 'QrCode.Scanned'
      | CommonCode;
  };
  'qr-poll': {
    readonly request: api.QrPollRequest;
    readonly code:
      | CommonCode;
  };
  'qr-redeem': {
    readonly request: api.QrRedeemRequest;
    readonly code:
      | 'Account.SignIn.IpLimit'
      | 'QrCode.Expired'
      | CommonCode;
  };
  'qr-ticket': {
    readonly request: api.QrTicketRequest;
    readonly code:
      | 'Account.SignIn.IpLimit'
      | CommonCode;
  };
  'query-soft-type': {
    readonly request: api.QuerySoftTypeRequest;
    readonly code:
      | '602'
      | CommonCode;
  };
  'query-user': {
    readonly request: api.QueryUserRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'recent-changes': {
    readonly request: api.RecentChangesRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'register-check': {
    readonly request: api.RegisterCheckRequest;
    readonly code:
      | 'Account.Email.Blacklisted'
      | 'Account.Email.Existed'
      | 'Account.Phone.Existed'
      | 'Account.Phone.Existed.OtherLine'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.UserName.Existed'
      | 'Account.Validate.IntelligentFailed'
      | CommonCode;
  };
  'register-email': {
    readonly request: api.RegisterEmailRequest;
    readonly code:
      | '5001'
      | '5002'
      | '5003'
      | 'Account.Email.Blacklisted'
      | 'Account.Email.Existed'
      | 'Account.Phone.Existed'
      | 'Account.Phone.Existed.OtherLine'
      | 'Account.Register.LowSafe'
      | 'Account.Register.Paused'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.UserName.Existed'
      | 'Account.Validate.IntelligentFailed'
      | 'Password.Too.Common'
      | CommonCode;
  };
  'register-phone': {
    readonly request: api.RegisterPhoneRequest;
    readonly code:
      | '5001'
      | '5002'
      | '5003'
      | 'Account.Phone.Existed'
      | 'Account.Phone.Existed.OtherLine'
      | 'Account.Register.LowSafe'
      | 'Account.Register.Paused'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.UserName.Existed'
      | 'Account.Validate.IntelligentFailed'
      | 'Code.Error.More'
      | 'Password.Too.Common'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'register-third-user': {
    readonly request: api.RegisterThirdUserRequest;
    readonly code:
      | 'Account.Token.Expired'
      | CommonCode;
  };
  'rendering-register': {
    readonly request: api.RenderingRegisterRequest;
    readonly code:
      | 'Account.Token.Expired'
      | CommonCode;
  };
  'reset-password': {
    readonly request: api.ResetPasswordRequest;
    readonly code:
      | 'Account.Email.Actived'
      | 'Account.Phone.Bound.Multiple'
      | 'Account.Sub.Reset.Pwd.Not.Support'
      | 'Account.Token.Expired'
      | 'Password.Same.As.Last'
      | 'Password.Too.Common'
      | CommonCode;
  };
  'reset-user-password': {
    readonly request: api.ResetUserPasswordRequest;
    readonly code:
      | 'Account.Email.Actived'
      | 'Account.Phone.Bound.Multiple'
      | 'Account.Sub.Reset.Pwd.Not.Support'
      | 'Account.Token.Expired'
      | 'Password.Same.As.Last'
      | 'Password.Too.Common'
      | CommonCode;
  };
  'send-active-link': {
    readonly request: api.SendActiveLinkRequest;
    readonly code:
      | '451'
      | '500'
      | '521'
      | '550'
      | '552'
      | '554'
      | '559'
      | 'Account.Email.Actived'
      | 'Account.Email.NotFound'
      | 'Account.Register.LowSafe'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.Validate.IntelligentFailed'
      | 'Validate.Code.SendError'
      | 'Validate.LimitExceeded'
      | 'Validate.frequently'
      | CommonCode;
  };
  'send-email-code': {
    readonly request: api.SendEmailCodeRequest;
    readonly code:
      | '451'
      | '500'
      | '521'
      | '550'
      | '552'
      | '554'
      | '559'
      | '602'
      | 'Account.Email.Blacklisted'
      | 'Account.Email.Existed'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.Validate.IntelligentFailed'
      | 'Session.Other'
      | 'Validate.Code.SendError'
      | 'Validate.LimitExceeded'
      | 'Validate.frequently'
      | CommonCode;
  };
  'send-reset-link': {
    readonly request: api.SendResetLinkRequest;
    readonly code:
      | '451'
      | '500'
      | '521'
      | '550'
      | '552'
      | '554'
      | '559'
      | 'Account.Email.NotFound'
      | 'Account.Register.LowSafe'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.Sub.Reset.Pwd.Not.Support'
      | 'Account.Validate.IntelligentFailed'
      | 'Validate.Code.SendError'
      | 'Validate.LimitExceeded'
      | 'Validate.frequently'
      | CommonCode;
  };
  'send-verify-code': {
    readonly request: api.SendVerifyCodeRequest;
    readonly code:
      | '602'
      | 'Account.NotFound'
      | 'Account.Phone.Existed'
      | 'Account.Phone.Existed.OtherLine'
      | 'Account.Register.LowSafe'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.Sub.Reset.Pwd.Not.Support'
      | 'Account.Validate.IntelligentFailed'
      | 'Session.Other'
      | 'Validate.Code.SendError'
      | 'Validate.LimitExceeded'
      | 'Validate.frequently'
      | CommonCode;
  };
  'session': {
    readonly request: api.SessionRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'sessions': {
    readonly request: api.SessionsRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'set-sub-password': {
    readonly request: api.SetSubPasswordRequest;
    readonly code:
      | '602'
      | 'Account.Disabled'
      | 'Password.Same.As.Last'
      | 'Password.Too.Common'
      | 'Session.Other'
      | 'Session.Stale'
      | CommonCode;
  };
  'sign-in': {
    readonly request: api.SignInRequest;
    readonly code:
      | '627'
      | '628'
      | '818'
      | '820'
      | '821'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.NotFound'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.SignIn.Failed'
      | 'Account.SignIn.IpLimit'
      | 'Account.Son.Prohibit.Login'
      | 'Account.UnActivated'
      | 'Account.Validate.IntelligentFailed'
      | CommonCode;
  };
  'sign-out': {
    readonly request: api.SignOutRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'sub-accounts': {
    readonly request: api.SubAccountsRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'sub-sign-in': {
    readonly request: api.SubSignInRequest;
    readonly code:
      | '627'
      | '628'
      | '818'
      | '820'
      | '821'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.NotFound'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.SignIn.Failed'
      | 'Account.SignIn.IpLimit'
      | 'Account.Son.Prohibit.Login'
      | 'Account.UnActivated'
      | 'Account.Validate.IntelligentFailed'
      | CommonCode;
  };
  'switch-platform': {
    readonly request: api.SwitchPlatformRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'third-bound': {
    readonly request: api.ThirdBoundRequest;
    readonly code:
      | 'Account.Disabled'
      | 'Account.Logout'
      | 'Account.SignIn.IpLimit'
      | 'Account.Token.Expired'
      | 'Account.UnActivated'
      | 'Auth.Fail'
      | 'Code.Error.More'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'third-bound-account': {
    readonly request: api.ThirdBoundAccountRequest;
    readonly code:
      | '627'
      | '628'
      | '818'
      | '820'
      | '821'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.NotFound'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.SignIn.Failed'
      | 'Account.SignIn.IpLimit'
      | 'Account.Son.Prohibit.Login'
      | 'Account.Token.Expired'
      | 'Account.UnActivated'
      | 'Account.Validate.IntelligentFailed'
      | 'ThirdParty.Provider.Bound'
      | 'UnionId.Existed'
      | CommonCode;
  };
  'third-check-phone': {
    readonly request: api.ThirdCheckPhoneRequest;
    readonly code:
      | 'Account.Register.LowSafe'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.Token.Expired'
      | 'Account.Validate.IntelligentFailed'
      | 'Validate.Code.SendError'
      | 'Validate.LimitExceeded'
      | 'Validate.frequently'
      | CommonCode;
  };
  'third-links': {
    readonly request: api.ThirdLinksRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'third-login': {
    readonly request: api.ThirdLoginRequest;
    readonly code:
      | 'Account.Token.Expired'
      | 'Auth.Fail'
      | CommonCode;
  };
  'third-register': {
    readonly request: api.ThirdRegisterRequest;
    readonly code:
      | '5001'
      | '5002'
      | '5003'
      | 'Account.Email.Blacklisted'
      | 'Account.Email.Existed'
      | 'Account.Phone.Existed'
      | 'Account.Phone.Existed.OtherLine'
      | 'Account.Register.LowSafe'
      | 'Account.Register.Paused'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.Token.Expired'
      | 'Account.UserName.Existed'
      | 'Account.Validate.IntelligentFailed'
      | 'Code.Error.More'
      | 'Password.Too.Common'
      | 'UnionId.Existed'
      | 'Validate.Code.Error'
      | CommonCode;
  };
  'third-sign-in': {
    readonly request: api.ThirdSignInRequest;
    readonly code:
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.Register.Paused'
      | 'Account.SignIn.IpLimit'
      | 'Account.UnActivated'
      | 'DingTalk.Account.Cancelled'
      | 'DingTalk.Account.Waiting'
      | 'DingTalk.Login.Failed'
      | 'DingTalk.Login.Timeout'
      | 'DingTalk.Member.Foreign'
      | 'Session.Other'
      | 'ThirdParty.State.Invalid'
      | CommonCode;
  };
  'third-token': {
    readonly request: api.ThirdTokenRequest;
    readonly code:
      | '602'
      | 'Apple.Login.Failed'
      | 'Apple.Login.Timeout'
      | 'DingTalk.Login.Failed'
      | 'DingTalk.Login.Timeout'
      | 'Enterprise.Alias.Format.Error'
      | 'Enterprise.Alias.Not.Exists'
      | 'Google.Login.Failed'
      | 'Google.Login.Timeout'
      | 'QQ.Login.Failed'
      | 'QQ.Login.Timeout'
      | 'Session.Other'
      | 'Session.Stale'
      | 'Sub.Account.Bind.ThirdParty.Not.Support'
      | 'ThirdParty.Login.Failed'
      | 'ThirdParty.Login.Timeout'
      | 'WeChat.Login.Failed'
      | 'WeChat.Login.Timeout'
      | CommonCode;
  };
  'unbind-sub-account': {
    readonly request: api.UnbindSubAccountRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | CommonCode;
  };
  'unlink-third': {
    readonly request: api.UnlinkThirdRequest;
    readonly code:
      | '602'
      | 'Session.Other'
      | 'Session.Stale'
      | 'ThirdParty.Last.Way'
      | CommonCode;
  };
  'update-password': {
    readonly request: api.UpdatePasswordRequest;
    readonly code:
      | '602'
      | '818'
      | '820'
      | '821'
      | 'Account.Locked'
      | 'Account.Sign.GraphicVerificationRequired'
      | 'Account.SignIn.Failed'
      | 'Account.SignIn.IpLimit'
      | 'Account.Sub.Reset.Pwd.Not.Support'
      | 'Account.Validate.IntelligentFailed'
      | 'Password.Same.As.Last'
      | 'Password.Too.Common'
      | 'Session.Other'
      | 'Session.Stale'
      | CommonCode;
  };
  'update-username': {
    readonly request: api.UpdateUsernameRequest;
    readonly code:
      | '602'
      | '603'
      | 'Account.UserName.Existed'
      | 'Session.Other'
      | 'Session.Stale'
      | CommonCode;
  };
  'user-index-guide': {
    readonly request: api.UserIndexGuideRequest;
    readonly code:
      | '602'
      | 'Save.Overtaken'
      | 'Session.Other'
      | CommonCode;
  };
  'user-login': {
    readonly request: api.UserLoginRequest;
    readonly code:
      | 'Account.Token.Expired'
      | 'Auth.Fail'
      | CommonCode;
  };
  'wx-login': {
    readonly request: api.WxLoginRequest;
    readonly code:
      | '602'
      | '627'
      | '628'
      | 'Account.Disabled'
      | 'Account.Locked'
      | 'Account.Logout'
      | 'Account.SignIn.IpLimit'
      | 'Account.Son.Prohibit.Login'
      | 'Account.UnActivated'
      | 'Session.Other'
      | 'Session.Stale'
      | 'ThirdParty.State.Invalid'
      | 'WeChat.Login.Failed'
      | 'WeChat.Login.Timeout'
      | CommonCode;
  };
}

export type CallId = keyof Calls;
