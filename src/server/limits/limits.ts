/** Request limits by name. A name without figures is a mistake and throws. */

export interface Limit {
  /** Uses allowed in a window. */
  readonly points: number;
  /** Length of a window, seconds. */
  readonly seconds: number;
}

/** A limit may consist of several windows; all must allow. */
export type Limits = Readonly<Record<string, readonly Limit[]>>;

/** Limits of the platform and of single calls (`call:<call id>`), per client address. */
export const LIMITS: Limits = {
  // Any mutation from one address, before its body is read. Raised by the setting REQUESTS_PER_MINUTE.
  mutation: [{ points: 600, seconds: 60 }],
  // Beyond these two the call goes on with a captcha.
  'register-check': [
    { points: 10, seconds: 60 },
    { points: 30, seconds: 3600 },
  ],
  register: [{ points: 60, seconds: 3600 }],
  'invite-code': [{ points: 30, seconds: 60 }],
  'csp-report': [{ points: 30, seconds: 60 }],
  'call:client-events': [{ points: 120, seconds: 60 }],
};
