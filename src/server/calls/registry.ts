/** Call id -> handler. A call of the data without a handler here stops the server at its start. */
import type { CallId } from '../../generated/calls.ts';
import { thirdSignIn } from '../third-party/sign-in.ts';
import type { Handler, HandlerOf } from '../types.ts';
import { handle as acceptAgreements } from './accept-agreements.ts';
import { handle as activateUser } from './activate-user.ts';
import { handle as activation } from './activation.ts';
import { handle as activeEmail } from './active-email.ts';
import { handle as agreements } from './agreements.ts';
import { handle as authoriseSubAccount } from './authorise-sub-account.ts';
import { handle as baiduClue } from './baidu-clue.ts';
import { handle as bindPhone } from './bind-phone.ts';
import { handle as bindPhoneToThird } from './bind-phone-to-third.ts';
import { handle as bindWxToUser } from './bind-wx-to-user.ts';
import { handle as businessParam } from './business-param.ts';
import { handle as captchaChallenge } from './captcha-challenge.ts';
import { handle as changeEmail } from './change-email.ts';
import { handle as checkEmailToken } from './check-email-token.ts';
import { handle as checkInviteCode } from './check-invite-code.ts';
import { handle as checkIsDomesticIp } from './check-is-domestic-ip.ts';
import { handle as checkUserAndPresent } from './check-user-and-present.ts';
import { handle as checkVerificationCode } from './check-verification-code.ts';
import { handle as checkVerifyCode } from './check-verify-code.ts';
import { handle as clientEvents } from './client-events.ts';
import { handle as collectData } from './collect-data.ts';
import { handle as dingtalkAlias } from './dingtalk-alias.ts';
import { handle as disableSubAccount } from './disable-sub-account.ts';
import { handle as enableSubAccount } from './enable-sub-account.ts';
import { handle as endAllSessions } from './end-all-sessions.ts';
import { handle as endSession } from './end-session.ts';
import { handle as generateRealNameAuth } from './generate-real-name-auth.ts';
import { handle as inviteQrcode } from './invite-qrcode.ts';
import { handle as isBindAccount } from './is-bind-account.ts';
import { handle as isBindOtherAccount } from './is-bind-other-account.ts';
import { handle as isBlacklistEmail } from './is-blacklist-email.ts';
import { handle as isHavedBoundWx } from './is-haved-bound-wx.ts';
import { handle as loginFailCache } from './login-fail-cache.ts';
import { handle as miniProActivity } from './mini-pro-activity.ts';
import { handle as phoneSignIn } from './phone-sign-in.ts';
import { handle as platformStatus } from './platform-status.ts';
import { handle as qrCancel } from './qr-cancel.ts';
import { handle as qrConfirm } from './qr-confirm.ts';
import { handle as qrLook } from './qr-look.ts';
import { handle as qrPoll } from './qr-poll.ts';
import { handle as qrRedeem } from './qr-redeem.ts';
import { handle as qrTicket } from './qr-ticket.ts';
import { handle as querySoftType } from './query-soft-type.ts';
import { handle as queryUser } from './query-user.ts';
import { handle as recentChanges } from './recent-changes.ts';
import { handle as registerCheck } from './register-check.ts';
import { handle as registerEmail } from './register-email.ts';
import { handle as registerPhone } from './register-phone.ts';
import { handle as registerThirdUser } from './register-third-user.ts';
import { handle as renderingRegister } from './rendering-register.ts';
import { handle as resetPassword } from './reset-password.ts';
import { handle as resetUserPassword } from './reset-user-password.ts';
import { handle as sendActiveLink } from './send-active-link.ts';
import { handle as sendEmailCode } from './send-email-code.ts';
import { handle as sendResetLink } from './send-reset-link.ts';
import { handle as sendVerifyCode } from './send-verify-code.ts';
import { handle as session } from './session.ts';
import { handle as sessions } from './sessions.ts';
import { handle as setSubPassword } from './set-sub-password.ts';
import { handle as signIn } from './sign-in.ts';
import { handle as signOut } from './sign-out.ts';
import { handle as subAccounts } from './sub-accounts.ts';
import { handle as subSignIn } from './sub-sign-in.ts';
import { handle as switchPlatform } from './switch-platform.ts';
import { handle as thirdBound } from './third-bound.ts';
import { handle as thirdBoundAccount } from './third-bound-account.ts';
import { handle as thirdCheckPhone } from './third-check-phone.ts';
import { handle as thirdLinks } from './third-links.ts';
import { handle as thirdLogin } from './third-login.ts';
import { handle as thirdRegister } from './third-register.ts';
import { handle as memberSignIn } from './third-sign-in.ts';
import { handle as thirdToken } from './third-token.ts';
import { handle as unbindSubAccount } from './unbind-sub-account.ts';
import { handle as unlinkThird } from './unlink-third.ts';
import { handle as updatePassword } from './update-password.ts';
import { handle as updateUsername } from './update-username.ts';
import { handle as userIndexGuide } from './user-index-guide.ts';
import { handle as userLogin } from './user-login.ts';

const handlers = {
  'active-email': activeEmail,
  'baidu-clue': baiduClue,
  'check-is-domestic-ip': checkIsDomesticIp,
  'collect-data': collectData,
  'captcha-challenge': captchaChallenge,
  'check-email-token': checkEmailToken,
  'check-invite-code': checkInviteCode,
  'check-verification-code': checkVerificationCode,
  'check-verify-code': checkVerifyCode,
  'client-events': clientEvents,
  'end-all-sessions': endAllSessions,
  'end-session': endSession,
  'is-blacklist-email': isBlacklistEmail,
  'login-fail-cache': loginFailCache,
  'phone-sign-in': phoneSignIn,
  'recent-changes': recentChanges,
  'register-check': registerCheck,
  'register-email': registerEmail,
  'register-phone': registerPhone,
  'reset-password': resetPassword,
  'send-active-link': sendActiveLink,
  'send-reset-link': sendResetLink,
  'send-verify-code': sendVerifyCode,
  session: session,
  sessions: sessions,
  'sign-in': signIn,
  'sign-out': signOut,
  'sub-sign-in': subSignIn,
  'activate-user': activateUser,
  activation: activation,
  'bind-phone': bindPhone,
  'change-email': changeEmail,
  'disable-sub-account': disableSubAccount,
  'enable-sub-account': enableSubAccount,
  'query-user': queryUser,
  'reset-user-password': resetUserPassword,
  'send-email-code': sendEmailCode,
  'set-sub-password': setSubPassword,
  'sub-accounts': subAccounts,
  'update-password': updatePassword,
  'update-username': updateUsername,
  'bind-wx-to-user': bindWxToUser,
  'invite-qrcode': inviteQrcode,
  'is-haved-bound-wx': isHavedBoundWx,
  'mini-pro-activity': miniProActivity,
  'business-param': businessParam,
  'check-user-and-present': checkUserAndPresent,
  'generate-real-name-auth': generateRealNameAuth,
  'platform-status': platformStatus,
  'qr-cancel': qrCancel,
  'qr-confirm': qrConfirm,
  'qr-look': qrLook,
  'qr-poll': qrPoll,
  'qr-redeem': qrRedeem,
  'qr-ticket': qrTicket,
  'query-soft-type': querySoftType,
  'rendering-register': renderingRegister,
  'switch-platform': switchPlatform,
  'user-index-guide': userIndexGuide,
  'user-login': userLogin,
  'third-token': thirdToken,
  'wx-login': thirdSignIn('wx-login'),
  'qq-login': thirdSignIn('qq-login'),
  'apple-login': thirdSignIn('apple-login'),
  'google-login': thirdSignIn('google-login'),
  'open-login': thirdSignIn('open-login'),
  'third-sign-in': memberSignIn,
  'third-check-phone': thirdCheckPhone,
  'third-bound': thirdBound,
  'third-bound-account': thirdBoundAccount,
  'is-bind-account': isBindAccount,
  'is-bind-other-account': isBindOtherAccount,
  'bind-phone-to-third': bindPhoneToThird,
  'third-register': thirdRegister,
  'register-third-user': registerThirdUser,
  'third-login': thirdLogin,
  'dingtalk-alias': dingtalkAlias,
  'third-links': thirdLinks,
  'unlink-third': unlinkThird,
  'authorise-sub-account': authoriseSubAccount,
  agreements,
  'accept-agreements': acceptAgreements,
  'unbind-sub-account': unbindSubAccount,
} satisfies { readonly [Id in CallId]: HandlerOf<Id> };

/** Each handler gets a body already validated against its own call's schema, which is what the cast stands for. */
export const HANDLERS = handlers as unknown as Readonly<Record<string, Handler>>;
