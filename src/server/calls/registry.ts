/** Call id -> handler. A call of the data without a handler here stops the server at its start. */
import type { Handler } from '../types.ts';
import { handle as activeEmail } from './active-email.ts';
import { handle as captchaChallenge } from './captcha-challenge.ts';
import { handle as checkEmailToken } from './check-email-token.ts';
import { handle as checkInviteCode } from './check-invite-code.ts';
import { handle as checkVerificationCode } from './check-verification-code.ts';
import { handle as checkVerifyCode } from './check-verify-code.ts';
import { handle as clientEvents } from './client-events.ts';
import { handle as endSession } from './end-session.ts';
import { handle as isBlacklistEmail } from './is-blacklist-email.ts';
import { handle as loginFailCache } from './login-fail-cache.ts';
import { handle as phoneSignIn } from './phone-sign-in.ts';
import { handle as registerCheck } from './register-check.ts';
import { handle as registerEmail } from './register-email.ts';
import { handle as registerPhone } from './register-phone.ts';
import { handle as resetPassword } from './reset-password.ts';
import { handle as sendActiveLink } from './send-active-link.ts';
import { handle as sendResetLink } from './send-reset-link.ts';
import { handle as sendVerifyCode } from './send-verify-code.ts';
import { handle as session } from './session.ts';
import { handle as sessions } from './sessions.ts';
import { handle as signIn } from './sign-in.ts';
import { handle as signOut } from './sign-out.ts';
import { handle as subSignIn } from './sub-sign-in.ts';
import { handle as userLogin } from './user-login.ts';

const handlers = {
  'active-email': activeEmail,
  'captcha-challenge': captchaChallenge,
  'check-email-token': checkEmailToken,
  'check-invite-code': checkInviteCode,
  'check-verification-code': checkVerificationCode,
  'check-verify-code': checkVerifyCode,
  'client-events': clientEvents,
  'end-session': endSession,
  'is-blacklist-email': isBlacklistEmail,
  'login-fail-cache': loginFailCache,
  'phone-sign-in': phoneSignIn,
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
  'user-login': userLogin,
} satisfies Record<string, Handler<never>>;

/** Each handler gets a body already validated against its own call's schema, which is what the cast stands for. */
export const HANDLERS = handlers as unknown as Readonly<Record<string, Handler>>;
