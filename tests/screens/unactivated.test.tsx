/** @jest-environment ./tests/page-environment.cjs */
/** Who waits for activation is offered the mail again on every line; a sub account has no mailbox, and is told who can help. */
import '@testing-library/jest-dom';
import { screen, within } from '@testing-library/react';
import { type OpenPage, openPage, recorded } from './page.tsx';

/** Signs in to an account that waits for its activation, by a tab of the sign-in page; answers what is said and offered. */
async function unactivated(line: string, tab: RegExp, fill: (page: OpenPage) => Promise<void>, call: string) {
  const page = await openPage({
    line,
    screen: 'sign-in',
    answers: { [call]: recorded('sign-in', 'Account.UnActivated') },
  });
  const chosen = screen.queryByRole('tab', { name: tab });
  if (chosen !== null) await page.user.click(chosen);
  await fill(page);
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Abcdefg12');
  await page.user.click(screen.getByRole('button', { name: 'Sign in' }));
  const alert = await screen.findByRole('alert');
  return { page, alert, links: within(alert).queryAllByRole('link') };
}

describe.each(['renderbus', 'pkdragon', 'avica', 'ip', 'dayan', 'foxrenderfarm', 'dragonforeign'])('on %s', (line) => {
  test('who waits for activation can have the mail again', async () => {
    const fill = ({ user }: OpenPage) => user.type(screen.getByRole('textbox', { name: /Username/ }), 'mei_lin');
    const { page, alert, links } = await unactivated(line, /password|master/i, fill, 'sign-in');
    expect(alert).toHaveTextContent('Account not activated.');
    expect(links.map(({ textContent }) => textContent)).toContain('Get a new activation link');
    await page.user.click(within(alert).getByRole('link', { name: 'Get a new activation link' }));
    expect(await screen.findByRole('textbox', { name: 'Email' })).toHaveValue('waiting@mail.example');
    page.unmount();
  });

  test('a sub account is sent to its master, not to a mailbox', async () => {
    const name = 'render_01@6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13';
    const fill = ({ user }: OpenPage) => user.type(screen.getByRole('textbox', { name: /sub account/i }), name);
    const { page, alert, links } = await unactivated(line, /sub account/i, fill, 'sub-sign-in');
    expect(alert).toHaveTextContent('Account not activated. Ask your master account to activate it.');
    expect(links.map(({ textContent }) => textContent)).not.toContain('Get a new activation link');
    page.unmount();
  });
});
