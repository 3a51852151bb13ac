/** Strangers on twenty networks who ask for messages to one target and guess at its codes, as fast as they are let. */
import { checkCode, type Purpose } from '../../../src/server/codes/codes.ts';
import type { Browser, Reply, World } from './world.ts';

export const NETWORKS = 20;
export const CAPTCHA = 'Account.Sign.GraphicVerificationRequired';

/** What a stranger does to a target. */
export interface Hostility {
  readonly call: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Codes to guess at: their purposes, and what they were sent to. */
  readonly guesses?: { readonly purposes: readonly Purpose[]; readonly target: string };
}

/** Calls, and once more past the captcha where one is asked for. */
export async function past(browser: Browser, call: string, body: Readonly<Record<string, unknown>>): Promise<Reply> {
  const reply = await browser.call(call, body);
  return reply.code === CAPTCHA ? browser.call(call, { ...body, ...(await browser.captcha()) }) : reply;
}

export class Strangers {
  readonly world: World;
  readonly browsers: readonly Browser[];
  /** Messages that they brought about. */
  sent = 0;
  stopped = false;

  constructor(world: World, line: string, changes: Readonly<Record<string, unknown>> = {}) {
    this.world = world;
    this.browsers = Array.from({ length: NETWORKS }, () => world.browser(line, changes));
  }

  /** Accounts of their own, for what only somebody signed in may ask. */
  async signIn(): Promise<void> {
    for (const browser of this.browsers) {
      const account = await this.world.account({ line: browser.line.name });
      await browser.redeem(await browser.signIn(account.username, account.password));
    }
  }

  async #act(browser: Browser, { call, body, guesses }: Hostility): Promise<void> {
    const reply = await past(browser, call, body);
    if (reply.code === 200) this.sent += 1;
    if (!guesses) return;
    for (const purpose of guesses.purposes) {
      // With a code of their own to guess at, with none, and without any cookie.
      await checkCode(browser.context(), purpose, guesses.target, '000000');
      const blank = Object.assign(browser.copy(), {});
      blank.jar.clear();
      await checkCode(blank.context(), purpose, guesses.target, '000000');
    }
  }

  /** All of them at once. */
  async round(hostility: Hostility): Promise<void> {
    await Promise.all(this.browsers.map((browser) => this.#act(browser, hostility)));
  }

  /** Round upon round until told to stop. */
  async keepOn(hostility: Hostility): Promise<void> {
    while (!this.stopped) await this.round(hostility);
  }
}

/** Runs the owner's way in while the strangers go on. */
export async function beside<T>(strangers: Strangers, hostility: Hostility, journey: () => Promise<T>): Promise<T> {
  strangers.stopped = false;
  const attack = strangers.keepOn(hostility);
  try {
    return await journey();
  } finally {
    strangers.stopped = true;
    await attack;
  }
}
