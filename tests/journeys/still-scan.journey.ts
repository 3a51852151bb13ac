/** A code that is scanned by a phone without scripts: confirmed, cancelled, and by somebody who has to sign in first. */
import { arriveStill, enter, pathTo, press, signIn } from './still-visitor.ts';
import { closeBrowser, Visitor } from './visitor.ts';

afterAll(closeBrowser);

const PASSWORD = 'Foyer2026a';
const LINE = 'renderbus';

/** A screen that shows a code, and where its code leads. */
async function showing(): Promise<{ readonly screen: Visitor; readonly qr: string }> {
  const screen = await Visitor.arrive(LINE);
  const given = screen.page.waitForResponse(
    (response) => response.url().endsWith('/api/foyer/qr/ticket') && response.ok(),
  );
  await screen.open('qr-sign-in');
  const { data } = (await (await given).json()) as { readonly data: { readonly qr: string } };
  return { screen, qr: data.qr };
}

const reads = async (visitor: Visitor, state: string): Promise<void> =>
  visitor.page.getByRole('heading', { name: visitor.text(`screens.qr-confirm.states.${state}.title`) }).waitFor();

test('who is signed in confirms it', async () => {
  const { screen, qr } = await showing();
  const phone = await arriveStill(LINE, 'sign-in', '?form=password');
  await signIn(phone, 'foyer_master', PASSWORD);
  await phone.page.goto(qr);
  await reads(phone, 'ready');
  const ticket = new URL(qr).searchParams.get('ticket') ?? '';
  expect(ticket).not.toBe('');
  expect(phone.page.url()).not.toContain(ticket);
  await press(phone, 'screens.qr-confirm.actions.confirm');
  await reads(phone, 'done');
  await screen.at('console');
  for (const each of [screen, phone]) await each.leave();
});

test('who is signed in turns it down', async () => {
  const { screen, qr } = await showing();
  const phone = await arriveStill(LINE, 'sign-in', '?form=password');
  await signIn(phone, 'foyer_master', PASSWORD);
  await phone.page.goto(qr);
  await reads(phone, 'ready');
  await press(phone, 'screens.qr-confirm.actions.cancel');
  await reads(phone, 'cancelled');
  await screen.sees('screens.qr-sign-in.states.cancelled.title');
  for (const each of [screen, phone]) await each.leave();
});

test('who has to sign in first comes back to it', async () => {
  const { screen, qr } = await showing();
  const phone = await arriveStill(LINE, 'sign-in');
  await phone.page.goto(qr);
  await reads(phone, 'guest');
  await phone.page.getByRole('link', { name: phone.text('screens.qr-confirm.actions.sign-in') }).click();
  await phone.page.waitForURL((url) => url.pathname === pathTo(phone, 'sign-in'));
  await enter(phone, { account: 'foyer_master', password: PASSWORD });
  await press(phone, 'screens.sign-in.forms.password.submit');
  await reads(phone, 'ready');
  await press(phone, 'screens.qr-confirm.actions.confirm');
  await reads(phone, 'done');
  await screen.at('console');
  for (const each of [screen, phone]) await each.leave();
});
