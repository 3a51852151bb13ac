/** Third-party sign-in against the simulators: every provider, way and result, and what becomes of what goes wrong. */
import { putSeededBack } from './seeded.ts';
import {
  codeShown,
  decide,
  done,
  inRow,
  MASTER,
  masterArrives,
  memberOf,
  SIMULATOR,
  scan,
  setOut,
  setOutInWindow,
  signedIn,
  title,
  watchPlaces,
} from './third-party.ts';
import {
  closeBrowser,
  contactOf,
  freshName,
  freshPhone,
  letTimePass,
  server,
  signedInBefore,
  Visitor,
} from './visitor.ts';

afterAll(closeBrowser);

const PASSWORD = 'Third2026b';

describe('domestic', () => {
  const line = 'renderbus';

  test('QQ in a window: who is linked is in, the window is gone', async () => {
    const visitor = await Visitor.arrive(line);
    const opened = await setOutInWindow(visitor, 'qq');
    await visitor.sees(title('third-start', 'waiting'));
    await decide(opened, { person: 'linked' });
    await signedIn(visitor);
    expect(opened.isClosed()).toBe(true);
    // Back leads on, and not to a page that says it is over.
    await visitor.page.goBack();
    await signedIn(visitor);
    await done(visitor);
  });

  test('QQ where the browser opens no window goes by redirect', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.page.addInitScript(() => {
      window.open = () => null;
    });
    await setOut(visitor, 'qq');
    await decide(visitor.page, { person: 'linked' });
    await signedIn(visitor);
    await done(visitor);
  });

  test('QQ: a window closed, then a person that nobody knows registers; WeChat is then linked to that account', async () => {
    const visitor = await Visitor.arrive(line);
    const first = await setOutInWindow(visitor, 'qq');
    await visitor.sees(title('third-start', 'waiting'));
    await first.waitForURL(SIMULATOR);
    await first.close();
    await visitor.sees(title('third-start', 'closed'));

    const person = freshName();
    const [second] = await Promise.all([
      visitor.page.waitForEvent('popup'),
      visitor.press('screens.third-start.actions.again'),
    ]);
    await decide(second, { person });
    await visitor.at('bind-account');
    await visitor.tab('bind-account', 'new-phone');
    const phone = freshPhone();
    const username = freshName();
    await visitor.fill({ phone, username, 'new-password': PASSWORD });
    await visitor.choose('business-type', 'animation');
    await visitor.press('widgets.code.send');
    const { code } = await visitor.newestMessage(`+86${phone}`, 'code');
    await visitor.fill({ code: code ?? '', agreement: true });
    await visitor.press('screens.bind-account.forms.new-phone.submit');
    await visitor.sees(title('third-success', 'registered'));
    await done(visitor);

    // Another provider, an account that exists; a wrong password first.
    const again = await Visitor.arrive(line);
    await again.open('wechat');
    await again.press('screens.wechat.actions.redirect');
    await decide(again.page, { person });
    await again.at('bind-account');
    await again.fill({ account: username, password: 'Wrong2026x' });
    await again.press('screens.bind-account.forms.existing.submit');
    await again.sees('errors.Account.SignIn.Failed');
    await again.fill({ password: PASSWORD });
    await again.press('screens.bind-account.forms.existing.submit');
    await again.sees(title('third-success', 'linked'), { provider: 'wechat' });
    await again.press('screens.third-success.actions.continue');
    await signedIn(again);
    await again.page
      .getByRole('cell', { name: again.text('screens.console.records.third-links.words.provider.wechat'), exact: true })
      .waitFor();
    await done(again);
  });

  test('WeChat by its code: an account at risk proves itself by a code first', async () => {
    const visitor = await Visitor.arrive(line);
    await setOut(visitor, 'wechat');
    await visitor.at('wechat');
    await scan(visitor, { person: 'risky' });
    await visitor.at('third-verify');
    await visitor.press('widgets.code.send');
    const { code } = await visitor.newestMessage(await contactOf('foyer_flagged', 'domestic'), 'code');
    await visitor.fill({ 'sent-code': code ?? '' });
    await visitor.press('screens.third-verify.forms.code.submit');
    await visitor.at('set-user-info');
    await done(visitor);
  });

  test('WeChat by redirect: an account without a phone binds one', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('wechat');
    await visitor.press('screens.wechat.actions.redirect');
    await decide(visitor.page, { person: 'phoneless' });
    await visitor.at('third-phone');
    const phone = freshPhone();
    await visitor.fill({ phone });
    await visitor.press('widgets.code.send');
    const { code } = await visitor.newestMessage(`+86${phone}`, 'code');
    await visitor.fill({ code: code ?? '' });
    await visitor.press('screens.third-phone.forms.phone.submit');
    await visitor.sees(title('third-success', 'linked'));
    await done(visitor);
  });

  describe('by redirect', () => {
    // Another journey has given the account without a phone one.
    beforeAll(() => putSeededBack(server().data));

    test.each([
      ['phoneless', 'third-phone'],
      ['risky', 'third-verify'],
      [freshName(), 'bind-account'],
    ])(
      'a reload, another language and Back keep what WeChat brought back by redirect: %s, %s',
      async (person, screen) => {
        const visitor = await Visitor.arrive(line);
        const isKept = async (): Promise<void> => {
          await visitor.live();
          await visitor.page.waitForLoadState('networkidle');
          await visitor.at(screen);
        };
        await visitor.open('wechat');
        await visitor.press('screens.wechat.actions.redirect');
        await decide(visitor.page, { person });
        await visitor.at(screen);
        await visitor.page.waitForLoadState('networkidle');
        // Before anything else: the browser forgets this entry of its history, and the page does not.
        await visitor.page.getByRole('link', { name: 'English' }).click();
        await visitor.page.locator('html[lang^=en]').waitFor();
        await isKept();
        await visitor.page.reload();
        await isKept();
        await visitor.page.getByRole('link', { name: '中文' }).click();
        await visitor.page.locator('html[lang^=zh]').waitFor();
        await isKept();
        await visitor.page.goto('about:blank');
        await visitor.page.goBack();
        await isKept();
        // After another page of ours it is over.
        const { pathname } = new URL(visitor.page.url());
        await visitor.open('sign-in');
        await visitor.open(pathname);
        await visitor.at('sign-in');
        await done(visitor);
      },
    );
  });

  test.each([
    ['wechat', undefined],
    ['dingtalk-code', 'foyer-studio'],
  ])('the code of a provider comes into its place, and no button moves: %s', async (screen, alias) => {
    const visitor = await Visitor.arrive(line);
    const placesOf = await watchPlaces(visitor);
    await visitor.open(alias === undefined ? screen : 'dingtalk');
    if (alias !== undefined) {
      await visitor.fill({ 'enterprise-alias': alias });
      await visitor.press('screens.dingtalk.forms.alias.submit');
    }
    await (await codeShown(visitor)).locator('a').first().waitFor();
    await visitor.page.waitForTimeout(200);
    expect(await placesOf(`screens.${screen}.actions.redirect`)).toHaveLength(1);
    await done(visitor);
  });

  test('WeChat refused: by redirect and by its code, each with a way on', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('wechat');
    await visitor.press('screens.wechat.actions.redirect');
    await decide(visitor.page, { refuses: true });
    await visitor.at('wechat-error');
    await visitor.sees(title('wechat-error', 'refused'));
    await visitor.press('screens.wechat-error.actions.again');
    await visitor.at('wechat');
    await scan(visitor, { person: 'linked' });
    await signedIn(visitor);
    await done(visitor);
  });

  test.each([
    ['down', 'failed'],
    ['slow', 'slow'],
    ['used', 'failed'],
  ])('WeChat, trouble %s: a message within ten seconds, and the password still works', async (trouble, state) => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('wechat');
    await visitor.press('screens.wechat.actions.redirect');
    await decide(visitor.page, { person: 'linked', trouble });
    await visitor.at('wechat-error');
    await visitor.sees(title('wechat-error', state));
    await visitor.follow('screens.wechat-error.actions.sign-in');
    await visitor.at('sign-in');
    await visitor.fill(MASTER);
    await visitor.press('screens.sign-in.forms.password.submit');
    await signedIn(visitor);
    await done(visitor);
  });

  test('WeChat’s page open for longer than a sign-in lives: its code is renewed, and scanned then it works', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.page.clock.install();
    await setOut(visitor, 'wechat');
    await visitor.at('wechat');
    const first = (await codeShown(visitor)).url();
    // Shortly before its end by the page's clock, and by that of the service.
    await letTimePass(481);
    await visitor.page.clock.fastForward(481_000);
    for (let tries = 0; tries < 100 && (await codeShown(visitor)).url() === first; tries += 1)
      await visitor.page.waitForTimeout(100);
    expect((await codeShown(visitor)).url()).not.toBe(first);
    // The first one is over by now.
    await letTimePass(200);
    await scan(visitor, { person: 'linked' });
    await signedIn(visitor);
    await done(visitor);
  });

  test('DingTalk: a member waits until the master says yes, and is let go again', async () => {
    const member = await Visitor.arrive(line);
    await setOut(member, 'dingtalk');
    await member.at('dingtalk');
    await member.fill({ 'enterprise-alias': 'nobody-of-this-name' });
    await member.press('screens.dingtalk.forms.alias.submit');
    await member.sees('errors.Enterprise.Alias.Not.Exists');
    await member.fill({ 'enterprise-alias': 'foyer-studio' });
    await member.press('screens.dingtalk.forms.alias.submit');
    await member.at('dingtalk-code');
    const person = freshName();
    await scan(member, { person });
    await member.sees(title('oauth-callback', 'waiting'));

    const master = await masterArrives(line);
    await inRow(master, (await memberOf(person)).username, 'authorise-sub-account');

    await member.press('screens.oauth-callback.actions.again');
    await member.at('dingtalk');
    expect(await member.field('enterprise-alias').inputValue()).toBe('foyer-studio');
    await member.press('screens.dingtalk.forms.alias.submit');
    await scan(member, { person });
    await member.at('console');
    await done(member);
    await done(master);
  });

  test('a callback twice, in another browser, late or without anything: each a page with a way on', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('wechat');
    await visitor.press('screens.wechat.actions.redirect');
    let callback = '';
    visitor.page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/sso/oauth-callback') callback = request.url();
    });
    await decide(visitor.page, { person: 'linked' });
    await signedIn(visitor);
    expect(callback).toContain('state=');
    const stranger = await Visitor.arrive(line);
    // Who is signed in by it already is led on.
    const { pathname, search } = new URL(callback);
    await visitor.page.goto(visitor.origin + pathname + search);
    await signedIn(visitor);
    for (const [who, path] of [
      [stranger, callback],
      [stranger, '/sso/oauth-callback'],
      [stranger, '/sso/oauth-callback?provider=wechat&state=made-up'],
      [stranger, '/sso/oauth-callback?provider=nobody&state=made-up'],
    ] as const) {
      const address = new URL(path, 'http://one.example');
      await who.open(address.pathname + address.search);
      await who.sees(title('oauth-callback', 'expired'));
      expect(new URL(who.page.url()).search).toBe('');
    }
    await stranger.press('screens.oauth-callback.actions.sign-in');
    await stranger.at('sign-in');
    await done(visitor);
    await done(stranger);
  });

  test('two tabs with two people end in the right tab each', async () => {
    const one = await Visitor.arrive(line);
    const other = await Visitor.arrive(line, { context: one.context });
    const first = await setOutInWindow(one, 'qq');
    const second = await setOutInWindow(other, 'qq');
    const stranger = freshName();
    await decide(second, { person: stranger });
    await other.at('bind-account');
    await decide(first, { person: 'linked' });
    await signedIn(one);
    expect(new URL(other.page.url()).pathname).toBe('/sso/bind-account');
    await done(one);
  });

  test('linked on the signed-in page, and unlinked again; one that somebody else has is not linked', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('sign-in');
    await visitor.fill({ account: 'foyer_phoneless', password: MASTER.password });
    await visitor.press('screens.sign-in.forms.password.submit');
    await signedIn(visitor);
    const linked = visitor.page.getByRole('row').filter({ hasText: 'QQ' });
    const unlink = async (): Promise<void> => {
      const key = 'screens.console.records.third-links.events.unlink';
      await linked.getByRole('button', { name: visitor.text(key) }).click();
      await visitor.goOn(key);
    };
    await unlink();
    await linked.waitFor({ state: 'detached' });
    const link = async (person: string): Promise<void> => {
      const [opened] = await Promise.all([visitor.page.waitForEvent('popup'), visitor.press('frame.providers.qq')]);
      await decide(opened, { person });
    };
    await visitor.page.waitForLoadState('networkidle');
    await link('linked');
    await visitor.sees(title('oauth-callback', 'linked-elsewhere'));
    await visitor.press('screens.oauth-callback.actions.console');
    await signedIn(visitor);
    await visitor.page.waitForLoadState('networkidle');
    await link('phoneless');
    await visitor.sees(title('oauth-callback', 'linked'), { provider: 'qq' });
    await visitor.press('screens.oauth-callback.actions.console');
    await visitor.page.getByRole('row').filter({ hasText: 'QQ' }).waitFor();

    await signedInBefore('foyer_phoneless', 16);
    await unlink();
    await visitor.sees('errors.Session.Stale', { freshMinutes: 15 });
    await linked.waitFor();
    await visitor.press('screens.console.actions.sign-out');
    await visitor.at('sign-in');
    await visitor.fill({ account: 'foyer_phoneless', password: MASTER.password });
    await visitor.press('screens.sign-in.forms.password.submit');
    await signedIn(visitor);
    await unlink();
    await linked.waitFor({ state: 'detached' });
    await done(visitor);
  });
});

describe('overseas', () => {
  const line = 'foxrenderfarm';

  test('Google by redirect, with the keyboard alone', async () => {
    const visitor = await Visitor.arrive(line);
    await visitor.open('sign-in');
    const button = visitor.button('frame.providers.google');
    for (let tabs = 0; tabs < 40 && !(await button.evaluate((each) => each === document.activeElement)); tabs += 1)
      await visitor.page.keyboard.press('Tab');
    await visitor.page.keyboard.press('Enter');
    await decide(visitor.page, { person: 'linked' });
    await signedIn(visitor);
    // Back leads on, and not to a page that says it is over.
    await visitor.page.goBack();
    await signedIn(visitor);
    expect(await visitor.page.getByText(visitor.text(title('oauth-callback', 'expired'))).count()).toBe(0);
    await done(visitor);
  });

  test('Google refused, then Apple: a person that nobody knows registers by e-mail', async () => {
    const visitor = await Visitor.arrive(line);
    await setOut(visitor, 'google');
    await decide(visitor.page, { refuses: true });
    await visitor.sees(title('oauth-callback', 'refused'));
    await visitor.press('screens.oauth-callback.actions.sign-in');
    await visitor.at('sign-in');
    await visitor.press('frame.providers.apple');
    await decide(visitor.page, { person: freshName() });
    await visitor.at('bind-account');
    await visitor.tab('bind-account', 'new-email');
    const email = `${freshName()}@mail.example`;
    await visitor.fill({ email, username: freshName(), 'new-password': PASSWORD, agreement: true });
    await visitor.choose('business-type', 'animation');
    await visitor.press('screens.bind-account.forms.new-email.submit');
    await visitor.at('activate');
    await visitor.sees(title('activate', 'sent'));
    await done(visitor);
  });

  test('Apple: who is linked is in', async () => {
    const visitor = await Visitor.arrive(line);
    await setOut(visitor, 'apple');
    await decide(visitor.page, { person: 'linked' });
    await signedIn(visitor);
    await done(visitor);
  });

  test("Google's own button, on the line that shows it", async () => {
    const visitor = await Visitor.arrive('dragonforeign');
    await setOut(visitor, 'google');
    await visitor.at('google');
    const button = visitor.page.frameLocator('iframe').getByRole('button').first();
    const [opened] = await Promise.all([visitor.page.waitForEvent('popup'), button.click()]);
    await decide(opened, { person: 'linked' });
    await signedIn(visitor);
    await done(visitor);
  });
});
