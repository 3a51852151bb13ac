/** @jest-environment ./tests/page-environment.cjs */
/** An invite code that a link brought is judged where it stands, as soon as it stands there, and not with the registration. */
import '@testing-library/jest-dom';
import { screen, waitFor } from '@testing-library/react';
import { type Answers, type OpenPage, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';

const CODES = ['5001', '5002', '5003'];
const WAYS = ['renderbus', 'avica', 'foxrenderfarm', 'dragonforeign'];

/** Comes to where the code stands, and touches nothing there. */
async function arrived(line: string, answer: Answers[string], search = '?inviteId=FRIEND'): Promise<OpenPage> {
  const answers: Answers = {
    'register-check': ok(),
    'is-blacklist-email': ok(),
    'check-verification-code': recorded('check-verification-code', 'ok'),
    'check-invite-code': answer as never,
  };
  const page = await openPage({ line, language: 'en', screen: 'register', search, answers });
  await settle();
  const [contact, code] = screen.getAllByRole('textbox');
  const byPhone = screen.queryByRole('textbox', { name: /email/i }) === null;
  await page.user.type(contact as HTMLElement, byPhone ? '13700137000' : 'mei@example.com');
  if (byPhone) await page.user.type(code as HTMLElement, '123456');
  await page.user.click(
    screen.getAllByRole('button').filter((each) => each.matches('[type=submit]'))[0] as HTMLElement,
  );
  await waitFor(() => expect(screen.getByRole('textbox', { name: /username/i })).toBeVisible());
  await settle();
  return page;
}

describe.each(WAYS)('on %s', (line) => {
  test.each(CODES)('one that is refused (%s) is said at its field', async (code) => {
    const page = await arrived(line, recorded('check-invite-code', code));
    await waitFor(() => expect(page.running.model.get().fieldFailures['inviter-code']?.code).toBe(code));
    expect(screen.getByRole('textbox', { name: /invit/i })).toBeInvalid();
    page.unmount();
  });

  test('one that is good, and none, are said nothing of', async () => {
    for (const [search, asked] of [
      ['?inviteId=FRIEND', 1],
      ['', 0],
    ] as const) {
      const page = await arrived(line, ok(), search);
      expect(page.sent('check-invite-code')).toHaveLength(asked);
      expect(page.running.model.get().fieldFailures).toEqual({});
      expect(page.running.model.get().failure).toBeUndefined();
      page.unmount();
      page.container.remove();
    }
  });
});
