/** What the other journeys show in one region, in the other one: most flows are one piece of data, and this holds that it works on both sides. */
import { openPool } from '../../src/server/db/pool.ts';
import { platformCommand, releasedLines } from '../../src/server/platform.ts';
import { databaseIn } from './seeded.ts';
import { closeBrowser, freshName, freshPhone, letTimePass, originOf, server, Visitor } from './visitor.ts';

afterAll(closeBrowser);
const SEEDED = 'Foyer2026a';
const PASSWORD = 'Render2026x';
const NEXT = 'Another2026y';

async function signIn(visitor: Visitor, account: string, password: string): Promise<void> {
  await visitor.open('sign-in');
  await visitor.fill({ account, password });
  await visitor.press('screens.sign-in.forms.password.submit');
}

const software = (visitor: Visitor, name: string) =>
  visitor.page.getByRole('checkbox', { name: visitor.text(`fields.software.options.${name}`), exact: true });

test('domestic: an account gets its first e-mail and another password, and is told of it there', async () => {
  const visitor = await Visitor.arrive('renderbus', { phone: true });
  const [phone, username] = [freshPhone(), freshName()];
  await visitor.open('register');
  await visitor.provesPhone(phone);
  await visitor.fill({ username, 'new-password': PASSWORD });
  await visitor.choose('business-type', 'still');
  await visitor.fill({ agreement: true });
  await visitor.press('screens.register.forms.phone.submit');
  await visitor.at('register-success');
  // The phone is bound already: nothing more to win by it.
  await visitor.sees('screens.register-success.texts.coupon');
  expect(await visitor.page.getByText(visitor.text('screens.register-success.links.bind-phone')).count()).toBe(0);
  await visitor.press('screens.register-success.actions.continue');
  await visitor.at('console');

  const email = `${username}@mail.example`;
  await visitor.press('screens.console.actions.add-email');
  await visitor.at('change-email');
  await visitor.fill({ email });
  await visitor.press('widgets.code.send');
  // A browser that had a message before is asked for a captcha.
  await visitor.button('captcha.action').click();
  const sent = await visitor.newestMessage(email, 'code');
  await visitor.fill({ 'email-code': sent.code ?? '', 'old-password': PASSWORD });
  await visitor.press('screens.change-email.forms.email.submit');
  await visitor.at('account-saved');
  await visitor.press('screens.account-saved.actions.console');
  await visitor.at('console');
  await visitor.press('screens.console.actions.change-password');
  await visitor.at('change-password');
  await visitor.fill({ 'old-password': PASSWORD, 'new-password': NEXT, 'confirm-password': NEXT });
  await visitor.press('screens.change-password.forms.password.submit');
  await visitor.at('account-saved');
  await visitor.newestMessage(email, 'password-changed');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('overseas: an activation link that is too old leads to a new one; then the choice of software, stored for abroad', async () => {
  const visitor = await Visitor.arrive('dragonforeign');
  const username = freshName();
  const email = `${username}@mail.example`;
  await visitor.registersByEmail(email, username, PASSWORD);
  const { link: old } = await visitor.newestMessage(email, 'activation');
  await letTimePass(24 * 3600 + 60);
  await visitor.page.goto(old);
  await visitor.live();
  await visitor.sees('screens.activate.states.expired.title');
  await visitor.press('screens.activate.actions.send-again');
  await visitor.at('re-activate');
  await visitor.fill({ email });
  await visitor.press('screens.re-activate.forms.email.submit');
  await visitor.at('activate');
  await visitor.sees('screens.activate.states.sent.title');
  const { link } = await visitor.newestMessage(email, 'activation');
  // Built on the host that asked, on this line.
  expect(new URL(link).origin).toBe(originOf('dragonforeign'));
  await visitor.page.goto(link);
  await visitor.live();
  await visitor.press('screens.activate.actions.activate');
  await visitor.sees('screens.activate.states.done.title');
  await signIn(visitor, email, PASSWORD);
  await visitor.at('software-select');
  await software(visitor, 'blender').check();
  await visitor.press('screens.software-select.actions.submit');
  await visitor.at('console');
  expect(visitor.requests).toContain('POST /api/rendering/user/userIndexGuideAbroad');
  await visitor.sees('screens.console.records.coupons.words.kind.newUser');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('overseas: the bridge as a page, by way of signing in; the way home of a visitor from there is proposed, not forced', async () => {
  const visitor = await Visitor.arrive('foxrenderfarm');
  const front = 'https://www.foxrenderfarm.example';
  await visitor.context.route(`${front}/**`, (route) => route.fulfill({ contentType: 'text/html', body: 'front' }));
  await visitor.context.setExtraHTTPHeaders({ 'x-country': 'CN' });
  await visitor.page.goto(
    `${originOf('foxrenderfarm')}/sso/passport?business=sso-bridge&source_url=${encodeURIComponent(`${front}/jobs?id=7`)}`,
  );
  await visitor.at('sign-in');
  await visitor.live();
  await visitor.sees('screens.sign-in.texts.other-site');
  await visitor.fill({ account: 'foyer_master', password: SEEDED });
  await visitor.press('screens.sign-in.forms.password.submit');
  await visitor.page.waitForURL(`${front}/jobs?id=7`);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('domestic: a master switches a sub account on, sets its password, and off again', async () => {
  const visitor = await Visitor.arrive('renderbus');
  await signIn(visitor, 'foyer_master', SEEDED);
  await visitor.at('console');
  const row = visitor.page.getByRole('row').filter({ hasText: 'foyer_sub_off@' });
  const press = (event: string) =>
    visitor.button(`screens.console.records.sub-accounts.events.${event}`, {}, row).click();
  const status = (name: string) =>
    row.getByText(visitor.text(`screens.console.records.sub-accounts.words.status.${name}`)).waitFor();
  await row.waitFor();
  await press('enable-sub-account');
  await status('active');
  await press('set-sub-password');
  await visitor.at('sub-account-password');
  const password = `Worker${Date.now()}x`.slice(0, 18);
  await visitor.fill({ 'new-password': password, 'confirm-password': password });
  await visitor.press('screens.sub-account-password.forms.password.submit');
  await visitor.at('account-saved');
  await visitor.press('screens.account-saved.actions.console');
  await row.waitFor();
  await press('disable-sub-account');
  await visitor.goOn('screens.console.records.sub-accounts.events.disable-sub-account');
  await status('disabled');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('domestic: the line’s own promotion, and the agent’s in its place; a field is filled, emptied and filled again', async () => {
  const visitor = await Visitor.arrive('renderbus');
  await visitor.open('sign-in');
  await visitor.page.getByText('新用户注册即领30元无门槛优惠券').first().waitFor();
  await visitor.open('/sso/register?comefrom=northlight');
  await visitor.page.getByText('北光工作室为您推荐').first().waitFor();
  // A field that is emptied again says that it is needed.
  await visitor.provesPhone(freshPhone());
  await visitor.fill({ username: 'mei_lin' });
  await visitor.fill({ username: '' });
  await visitor.field('username').blur();
  await visitor.sees('fields.username.errors.required');
  await visitor.fill({ username: 'mei_lin_2' });
  expect(await visitor.field('username').inputValue()).toBe('mei_lin_2');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

describe('maintenance', () => {
  const command = async (...args: string[]): Promise<string> => {
    const db = openPool({ connection: databaseIn(server().data), size: 2 });
    try {
      return await platformCommand(db, args, releasedLines('dist'));
    } finally {
      await db.close();
    }
  };
  afterEach(() => command('normal', '*'));

  /** How many sign-ins the server has counted on a line. */
  const signedIn = async (line: string): Promise<number> => {
    const db = openPool({ connection: databaseIn(server().data), size: 2 });
    try {
      const [row] = await db.query<{ seen: number }>(
        `select coalesce(sum(seen), 0)::integer as seen from funnel_event where line = $1 and name = 'signed-in'`,
        [line],
      );
      return row?.seen ?? 0;
    } finally {
      await db.close();
    }
  };

  test.each(['renderbus', 'foxrenderfarm'])(
    'of %s is announced, with its end where it is known; signing in still works, and is counted',
    async (line) => {
      const visitor = await Visitor.arrive(line);
      const before = await signedIn(line);
      await command('maintenance', line);
      await visitor.open('register');
      await visitor.sees('screens.register.texts.maintenance');
      await command('maintenance', line, '2099-03-01T06:00:00Z');
      await visitor.open('sign-in');
      await visitor.page.getByText('2099').first().waitFor();
      await signIn(visitor, 'foyer_master', SEEDED);
      await visitor.at('console');
      // It is sent while the page is left, so it may come after the next one.
      for (let tries = 0; tries < 50 && (await signedIn(line)) === before; tries += 1)
        await new Promise((done) => setTimeout(done, 100));
      expect(await signedIn(line)).toBe(before + 1);
      const other = await Visitor.arrive(line === 'renderbus' ? 'pkdragon' : 'dragonforeign');
      await other.open('sign-in');
      expect(await other.page.getByText('2099').count()).toBe(0);
      expect([...visitor.complaints, ...other.complaints]).toEqual([]);
      await visitor.leave();
      await other.leave();
    },
  );
});
