/** Calls of the frame itself, by the ids they have in calls.json. */
export const SERVICES = { report: 'client-events', collect: 'collect-data', captcha: 'captcha-challenge' } as const;
