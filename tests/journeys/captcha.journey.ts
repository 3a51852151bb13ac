/** Somebody else's captcha in a real browser: in a frame that cannot reach the page, and replaced within three seconds where it does not come. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { closeBrowser, freshName, PATIENCE, Visitor } from './visitor.ts';

afterAll(closeBrowser);
const AXE = readFileSync(createRequire(__filename).resolve('axe-core/axe.min.js'), 'utf8');
const LINE = 'avica';
const SCRIPT = '**/TJCaptcha.js';

/** Wrong passwords until the captcha is asked for. */
async function askForCaptcha(visitor: Visitor, before?: (page: Page) => Promise<unknown>): Promise<void> {
  await before?.(visitor.page);
  await visitor.open('sign-in');
  await visitor.tab('sign-in', 'password');
  await visitor.fill({ account: freshName() });
  const path = visitor.line.calls.calls['sign-in']?.path ?? '';
  for (let tries = 0; tries < 4; tries += 1) {
    await visitor.page.locator('input[name=password]').fill(`Wrong${tries}pass`);
    const answered = visitor.page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await visitor.press('screens.sign-in.forms.password.submit');
    await answered;
  }
  await visitor.page.getByRole('dialog', { name: visitor.text('captcha.title') }).waitFor();
}
/** Clicks what makes the frame go away: the browser may never tell that the click was done. */
const clickAway = (target: Locator): void => void target.click().catch(() => undefined);
const frame = (visitor: Visitor): FrameLocator => visitor.page.frameLocator('dialog iframe');
const ticketsSent = (visitor: Visitor): Promise<number> =>
  visitor.page.evaluate(() => (window as unknown as { tickets: number }).tickets ?? 0);

/** The page waits 2.5 s for the captcha's frame; where it shall come, it may take as long as a busy machine needs. */
async function arrive(options: Parameters<typeof Visitor.arrive>[1] = {}, waits = PATIENCE): Promise<Visitor> {
  const visitor = await Visitor.arrive(LINE, options);
  await visitor.context.addInitScript((patience) => {
    const after = window.setTimeout.bind(window) as (work: TimerHandler, milliseconds?: number) => number;
    const patient = (work: TimerHandler, milliseconds?: number): number =>
      after(work, milliseconds === 2500 ? patience : milliseconds);
    window.setTimeout = patient as typeof window.setTimeout;
  }, waits);
  // The header with a visitor's address makes the browser ask the captcha's service first, which no real visitor's does.
  await visitor.page.route('**/simulators/**', (route) => route.fallback());
  // The page's own policy holds for what a test adds; this runs beside it.
  await visitor.context.addInitScript(() => {
    const send = window.fetch.bind(window);
    window.fetch = (input, init) => {
      if (typeof init?.body === 'string' && init.body.includes('"ticket"'))
        (window as unknown as { tickets: number }).tickets =
          ((window as unknown as { tickets: number }).tickets ?? 0) + 1;
      return send(input, init);
    };
  });
  return visitor;
}

async function violations(visitor: Visitor): Promise<readonly string[]> {
  // A test's script is no script of the page's: the browser lets it in past the policy.
  const session = await visitor.context.newCDPSession(visitor.page);
  const evaluate = async (expression: string): Promise<unknown> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await evaluate(`${AXE};undefined`);
  const found = await evaluate(
    `axe.run(document.querySelector('dialog[open]'),{iframes:false}).then(r=>r.violations.map(v=>v.id+': '+v.nodes.map(n=>n.html).join(' ')))`,
  );
  await session.detach();
  return found as string[];
}

test.each(['zh', 'en'])('solved in its frame, the sign-in goes on with its ticket (%s)', async (language) => {
  const visitor = await arrive({ language });
  await visitor.context.addCookies([{ name: 'language', value: language, url: visitor.origin }]);
  await askForCaptcha(visitor);
  const pass = frame(visitor).getByRole('button', { name: language === 'zh' ? '我是真人' : 'I am a person' });
  await pass.waitFor();
  expect(await violations(visitor)).toEqual([]);
  clickAway(pass);
  await visitor.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await visitor.sees('errors.Account.SignIn.Failed');
  expect(await ticketsSent(visitor)).toBe(1);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('its script reaches neither the page nor its cookies nor its storage', async () => {
  const visitor = await arrive();
  await askForCaptcha(visitor);
  await frame(visitor).getByRole('button').first().waitFor();
  const inner = visitor.page.frames().find((each) => each.url().includes('/foyer/frames/'));
  const reach = await inner?.evaluate(() => {
    const attempt = (work: () => unknown): string => {
      try {
        return String(work());
      } catch (error) {
        return (error as Error).name;
      }
    };
    return [
      attempt(() => parent.document.title),
      attempt(() => top?.location.pathname),
      attempt(() => document.cookie),
      attempt(() => localStorage.length),
    ];
  });
  expect(reach).toEqual(Array(4).fill('SecurityError'));
  await visitor.leave();
});

test('a refused ticket is told, and the next try has a fresh captcha', async () => {
  const visitor = await arrive({ phone: true });
  await askForCaptcha(visitor);
  await frame(visitor).getByLabel('其他结果').selectOption('21');
  clickAway(frame(visitor).getByRole('button', { name: '采用此结果' }));
  await visitor.sees('errors.Account.Validate.IntelligentFailed');
  expect(await visitor.page.getByRole('dialog').count()).toBe(0);
  await visitor.press('screens.sign-in.forms.password.submit');
  clickAway(frame(visitor).getByRole('button', { name: '我是真人' }));
  await visitor.sees('errors.Account.SignIn.Failed');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('closed in its frame, the action is over and the form can be used', async () => {
  const visitor = await arrive();
  await askForCaptcha(visitor);
  clickAway(frame(visitor).getByRole('button', { name: '关闭' }));
  await visitor.page.getByRole('dialog').waitFor({ state: 'hidden' });
  await visitor.button('screens.sign-in.forms.password.submit').and(visitor.page.locator(':enabled')).waitFor();
  expect(await ticketsSent(visitor)).toBe(0);
  await visitor.leave();
});

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['is blocked', (page) => page.route(SCRIPT, (route) => route.abort())],
  ['never comes', (page) => page.route(SCRIPT, () => undefined)],
  [
    'is something else',
    (page) => page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: 'void 0' })),
  ],
])('a script that %s: the built-in captcha takes its place, and it counts', async (_what, block) => {
  // The three seconds are held with a clock of its own by tests/screens/captcha.test.tsx.
  const visitor = await arrive({}, 2500);
  await askForCaptcha(visitor, block);
  await visitor.button('captcha.action').waitFor();
  await visitor.sees('captcha.outside.replaced');
  expect(await violations(visitor)).toEqual([]);
  await visitor.press('captcha.action');
  await visitor.sees('errors.Account.SignIn.Failed');
  expect(await ticketsSent(visitor)).toBe(1);
  expect(await visitor.page.getByRole('dialog').count()).toBe(0);
  await visitor.leave();
});

test('a script that fails later: the built-in captcha in the same dialog', async () => {
  const visitor = await arrive();
  await askForCaptcha(visitor);
  await frame(visitor).getByLabel('其他结果').selectOption('trerror');
  clickAway(frame(visitor).getByRole('button', { name: '采用此结果' }));
  await visitor.press('captcha.action');
  await visitor.sees('errors.Account.SignIn.Failed');
  expect(await ticketsSent(visitor)).toBe(1);
  await visitor.leave();
});
