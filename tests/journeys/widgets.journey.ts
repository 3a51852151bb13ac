/** Providers' own buttons: Google's in a window and on a page of its own, QQ's where a line asks for its script. */
import type { Page } from 'playwright-core';
import { decide, done, SIMULATOR, setOut, signedIn, title } from './third-party.ts';
import { closeBrowser, Visitor } from './visitor.ts';

afterAll(closeBrowser);

const noWindows = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    window.open = () => null;
  });
const widget = (visitor: Visitor) => visitor.page.frameLocator('iframe').getByRole('button').first();

describe("Google's button where the browser opens no window", () => {
  async function atOwnPage(visitor: Visitor): Promise<void> {
    await noWindows(visitor.page);
    await setOut(visitor, 'google');
    await visitor.at('google');
    await widget(visitor).click();
    await visitor.sees(title('google', 'blocked'));
  }

  test('stands on a page of its own, and Google posts what came of it', async () => {
    const visitor = await Visitor.arrive('dragonforeign');
    const posted: (string | null)[] = [];
    visitor.page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/sso/oauth-callback/google')
        posted.push(request.postData());
    });
    await atOwnPage(visitor);
    await visitor.press('screens.google.actions.post');
    await visitor.page.waitForURL(/\/foyer\/frames\/google\?/);
    await visitor.page.getByRole('heading', { name: visitor.text('line.brand') }).waitFor();
    await visitor.page.getByRole('button').click();
    await decide(visitor.page, { person: 'linked' });
    await signedIn(visitor);
    expect(posted).toHaveLength(1);
    const fields = [...new URLSearchParams(posted[0] ?? '').keys()];
    expect(fields).toEqual(expect.arrayContaining(['credential', 'g_csrf_token', 'select_by', 'state']));
    await done(visitor);
  });

  test.each(['other-csrf', 'no-csrf'])('with the trouble %s ends in a page with a way on', async (trouble) => {
    const visitor = await Visitor.arrive('dragonforeign');
    await atOwnPage(visitor);
    await visitor.press('screens.google.actions.post');
    await visitor.page.waitForURL(/\/foyer\/frames\/google\?/);
    await visitor.page.getByRole('button').click();
    await decide(visitor.page, { person: 'linked', trouble });
    await visitor.sees(title('oauth-callback', 'expired'));
    await visitor.press('screens.oauth-callback.actions.sign-in');
    await visitor.at('sign-in');
    await done(visitor);
  });

  test('and without its script leads to the other ways', async () => {
    const visitor = await Visitor.arrive('dragonforeign');
    await atOwnPage(visitor);
    await visitor.context.route('**/gsi/client', (route) => route.abort());
    await visitor.press('screens.google.actions.post');
    await visitor.at('google');
    await visitor.sees(title('google', 'failed'));
    await visitor.press('screens.google.actions.redirect');
    await decide(visitor.page, { person: 'linked' });
    await signedIn(visitor);
    await done(visitor);
  });
});

describe("QQ's connect script, on the line that asks for it", () => {
  const line = 'pkdragon';
  const cookies = async (visitor: Visitor): Promise<string[]> =>
    (await visitor.context.cookies()).map(({ name }) => name).filter((name) => name.includes('qc'));

  async function atButton(visitor: Visitor): Promise<void> {
    await setOut(visitor, 'qq');
    await visitor.at('qq');
  }

  test('who is linked is in; the window is gone, and so is the cookie with the token', async () => {
    const visitor = await Visitor.arrive(line);
    await atButton(visitor);
    const [opened] = await Promise.all([visitor.page.waitForEvent('popup'), widget(visitor).click()]);
    await decide(opened, { person: 'linked' });
    await signedIn(visitor);
    expect(opened.isClosed()).toBe(true);
    expect(await cookies(visitor)).toEqual([]);
    await done(visitor);
  });

  test('somebody new goes on to an account; a window that is closed leaves the button as it is', async () => {
    const visitor = await Visitor.arrive(line);
    await atButton(visitor);
    const [first] = await Promise.all([visitor.page.waitForEvent('popup'), widget(visitor).click()]);
    await first.waitForURL(SIMULATOR);
    await first.close();
    const [second] = await Promise.all([visitor.page.waitForEvent('popup'), widget(visitor).click()]);
    await decide(second, { person: 'script-newcomer' });
    await visitor.at('bind-account');
    await done(visitor);
  });

  test('a token that was made for another application is refused, with a way on', async () => {
    const visitor = await Visitor.arrive(line);
    await atButton(visitor);
    const [opened] = await Promise.all([visitor.page.waitForEvent('popup'), widget(visitor).click()]);
    await decide(opened, { person: 'linked', trouble: 'other-app' });
    await visitor.sees('errors.QQ.Login.Failed');
    await visitor.press('screens.oauth-callback.actions.sign-in');
    await visitor.at('sign-in');
    expect(await cookies(visitor)).toEqual([]);
    await done(visitor);
  });

  test('a script that is blocked leaves the window and the redirect, at once', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.context.route('**/qc_jssdk.js', (route) => route.abort());
    await atButton(visitor);
    await visitor.sees(title('qq', 'failed'));
    const [opened] = await Promise.all([visitor.page.waitForEvent('popup'), visitor.press('screens.qq.actions.popup')]);
    await decide(opened, { person: 'linked' });
    await signedIn(visitor);
    await done(visitor);
  });

  test('a browser that opens no window goes by redirect', async () => {
    const visitor = await Visitor.arrive(line);
    await noWindows(visitor.page);
    await atButton(visitor);
    await widget(visitor).click();
    await decide(visitor.page, { person: 'linked' });
    await signedIn(visitor);
    await done(visitor);
  });

  test('nobody can leave a token of theirs with somebody else: only a window of our own frame takes one', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.page.goto(`${visitor.origin}/foyer/frames/qq-callback#access_token=THEIRS&expires_in=100`);
    await visitor.page.waitForURL((url) => !url.pathname.startsWith('/foyer/'));
    expect(await cookies(visitor)).toEqual([]);
    await visitor.leave();
  });
});

test('no other line loads it', async () => {
  const visitor = await Visitor.arrive('renderbus');
  const answer = await visitor.page.goto(`${visitor.origin}/foyer/frames/qq?language=zh`);
  expect(answer?.status()).toBe(404);
  await visitor.leave();
});
