/** Request limits by name. A name without figures is a mistake and throws. */

export interface Limit {
  /** Uses allowed in a window. */
  readonly points: number;
  /** Length of a window, seconds. */
  readonly seconds: number;
}

/** A limit may consist of several windows; all must allow. */
export type Limits = Readonly<Record<string, readonly Limit[]>>;

/**
 * Look-ups without a session: how many an address has in an hour and in a day, and its network in a day, with a captcha or
 * without. Offices share an address, and a form that is refused one still sends.
 */
export const LOOKUPS = {
  'register-check': { hour: 120, day: 300, network: 600 },
  // Registrations refused because an identifier is taken.
  taken: { hour: 120, day: 300, network: 600 },
  // What only `verbose` wording says of an account.
  told: { hour: 120, day: 300, network: 600 },
  'blocked-mailbox': { hour: 120, day: 300, network: 600 },
  invite: { hour: 100, day: 300, network: 600 },
  // Members of one enterprise sign in from one address, each by its alias.
  alias: { hour: 300, day: 1500, network: 3000 },
  // Tells the asker's own tries; everybody's page asks it at each sign-in.
  'own-tries': { hour: 600, day: 3000, network: 6000 },
} as const;

const FIRM: Limits = Object.fromEntries(
  Object.entries(LOOKUPS).flatMap(([name, { hour, day, network }]) => [
    [
      `${name}-firm`,
      [
        { points: hour, seconds: 3600 },
        { points: day, seconds: 86400 },
      ],
    ],
    [`${name}-network`, [{ points: network, seconds: 86400 }]],
  ]),
);

/** Calls of an address in an hour before a line's policy asks for a captcha: `guard.captcha` in calls.json, up to its maximum. */
const BEFORE_CAPTCHA: Limits = Object.fromEntries(
  Array.from({ length: 100 }, (_, index) => [`captcha-after-${index + 1}`, [{ points: index + 1, seconds: 3600 }]]),
);

/** All limits, per client address unless the taker's key says otherwise. */
export const LIMITS: Limits = {
  ...FIRM,
  ...BEFORE_CAPTCHA,
  // Any mutation, before its body is read. The setting REQUESTS_PER_MINUTE replaces this figure.
  mutation: [{ points: 600, seconds: 60 }],
  // Then a captcha, which the call asks for.
  'register-check': [
    { points: 10, seconds: 60 },
    { points: 30, seconds: 3600 },
  ],
  'invite-code': [{ points: 20, seconds: 60 }],
  register: [
    { points: 30, seconds: 60 },
    { points: 300, seconds: 3600 },
  ],
  // Third-party sign-ins begun, and callbacks of providers.
  'third-token': [
    { points: 60, seconds: 60 },
    { points: 600, seconds: 3600 },
  ],
  'third-callback': [{ points: 120, seconds: 60 }],
  // Then a captcha: aliases can be guessed.
  'enterprise-alias': [
    { points: 10, seconds: 60 },
    { points: 60, seconds: 3600 },
  ],
  // Changes of a username, per account.
  rename: [{ points: 20, seconds: 3600 }],
  // Captchas let pass because nobody could check them, where the line allows it.
  'captcha-outage': [
    { points: 3, seconds: 60 },
    { points: 20, seconds: 3600 },
  ],
  // Built-in captchas on a line that has another one.
  'captcha-stand-in': [
    { points: 10, seconds: 60 },
    { points: 60, seconds: 3600 },
  ],
  // Codes to scan: those shown, and those looked at by a phone.
  'qr-ticket': [
    { points: 60, seconds: 60 },
    { points: 600, seconds: 3600 },
  ],
  // Codes of an outside platform, per account: the one there is allows 5000 a minute in all.
  'scene-code': [
    { points: 20, seconds: 60 },
    { points: 100, seconds: 3600 },
  ],
  'qr-look': [{ points: 60, seconds: 60 }],
  // A page that waits for its mail to be followed asks twelve times a minute, thirty in the first.
  activation: [{ points: 240, seconds: 60 }],
  'collect-data': [{ points: 120, seconds: 60 }],
  'csp-report': [{ points: 30, seconds: 60 }],
};

/** The limits with the deployment's own figure for mutations. */
export function limitsFor(requestsPerMinute: number): Limits {
  return { ...LIMITS, mutation: [{ points: requestsPerMinute, seconds: 60 }] };
}
