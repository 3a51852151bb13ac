/**
 * @jest-environment ./tests/page-environment.cjs
 *
 * Notices in sections: what their list names, where their buttons stand, and what an account page shows of whom.
 */
import '@testing-library/jest-dom';
import { act, screen, within } from '@testing-library/react';
import { compiledLines } from '../compiled-lines.ts';
import { spoken } from '../spoken.ts';
import { type OpenPage, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

const lines = ['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'];
const profile = (accountType: number) => ({
  'query-user': ok({
    username: 'mei_lin',
    loginName: 'mei_lin',
    userId: '1',
    uuid: accountType === 1 ? '6f1d7a52-3c0e-4b8e-9a41-2d5c8e7f0b13' : '',
    accountType,
    hasPassword: true,
    phoneVerified: false,
  }),
  'third-links': ok({ links: [], linkable: [] }),
  'sub-accounts': ok({ subAccounts: [] }),
  agreements: ok({ agreements: [] }),
  sessions: ok({
    sessions: [
      { id: '1', device: 'Chrome, Windows', place: 'China · 203.0.113.*', since: '2026-11-20', current: true },
      { id: '2', device: 'Safari, iOS', since: '2026-11-18', current: false },
    ],
  }),
});

async function account(line: string, language = 'en', accountType = 1): Promise<OpenPage> {
  const page = await openPage({ line, language, screen: 'console', answers: profile(accountType) });
  await settle();
  return page;
}

test('all lines are here', async () => {
  expect(Object.keys(await compiledLines()).sort()).toEqual([...lines].sort());
});

describe.each(lines)('%s', (line) => {
  test.each(['en', 'zh'])('the list of sections names and leads to each of them, in %s', async (language) => {
    await account(line, language);
    const list = screen.getByRole('navigation', { name: language === 'en' ? 'Your account' : '我的账号' });
    const links = within(list).getAllByRole('link');
    const headings = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 });
    expect(links.map((link) => link.textContent)).toEqual(headings.map((heading) => heading.textContent));
    expect(links.length).toBeGreaterThanOrEqual(4);
    for (const link of links) {
      const section = document.getElementById(link.getAttribute('href')?.slice(1) ?? '');
      expect(section).toBe(screen.getByRole('region', { name: link.textContent ?? '' }));
    }
  });

  test('sign-out stands in the bar, out of the way of whatever the account is about', async () => {
    await account(line);
    const out = screen.getByRole('button', { name: 'Sign out' });
    expect(document.querySelector('.top')).toContainElement(out);
    expect(screen.getByRole('main')).not.toContainElement(out);
  });
});

test('one section at a time is the current one: the first, then the one that was asked for, whose heading has the focus', async () => {
  const { user } = await account('renderbus');
  const current = () => screen.getAllByRole('link').filter((link) => link.hasAttribute('aria-current') && !link.lang);
  expect(current().map((link) => link.textContent)).toEqual(['Profile']);
  const scrolled = jest.fn();
  Element.prototype.scrollIntoView = scrolled;
  await user.click(screen.getByRole('link', { name: 'Security' }));
  expect(current().map((link) => link.textContent)).toEqual(['Security']);
  expect(screen.getByRole('heading', { level: 2, name: 'Security' })).toHaveFocus();
  expect(scrolled.mock.contexts).toEqual([screen.getByRole('region', { name: 'Security' })]);
});

test('the address and the history know nothing of a section that was asked for: Back leads to the page before', async () => {
  const { user, world } = await account('renderbus');
  Element.prototype.scrollIntoView = jest.fn();
  const before = [location.href, history.length, world.location.path()];
  await user.click(screen.getByRole('link', { name: 'Coupons' }));
  expect([location.href, history.length, world.location.path()]).toEqual(before);
});

test('scrolling makes the section current that is being read; the first event after a jump is the jump', async () => {
  await account('renderbus');
  const names = ['profile', 'security', 'linked', 'team', 'rewards', 'accepted'];
  const size = (element: Element, name: string, value: number) =>
    Object.defineProperty(element, name, { configurable: true, get: () => value });
  size(document.documentElement, 'scrollHeight', 3000);
  size(document.documentElement, 'clientHeight', 600);
  for (const [index, name] of names.entries()) {
    const section = document.getElementById(name);
    if (section)
      section.getBoundingClientRect = () => ({ top: index * 500 - document.documentElement.scrollTop }) as DOMRect;
  }
  const read = (at: number): string | undefined => {
    document.documentElement.scrollTop = at;
    act(() => void dispatchEvent(new Event('scroll')));
    return document.querySelector('[aria-current=location]')?.getAttribute('href') ?? undefined;
  };
  expect([0, 600, 1200, 2400].map(read)).toEqual(['#profile', '#security', '#team', '#accepted']);
});

test('a button stands in the row of the fact that it changes, beside its text, below its list', async () => {
  await account('renderbus');
  const buttons = (name: string): (string | null)[] =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('button')
      .map((button) => button.textContent);
  expect(buttons('Profile')).toEqual(['Add an email', 'Bind your phone', 'Choose software']);
  // What is not known has a row as long as a button stands in it.
  for (const [fact, button] of [
    ['Email', 'Add an email'],
    ['Phone', 'Bind your phone'],
  ] as const) {
    const row = screen.getByRole('button', { name: button }).closest('.facts > div');
    const cells = [...(row?.children ?? [])].map((each) => [each.tagName, each.textContent]);
    expect(cells).toEqual([
      ['DT', fact],
      ['DD', 'None yet'],
      ['DD', button],
    ]);
  }
  expect(screen.getByRole('button', { name: 'Change password' }).closest('.beside')).toHaveTextContent(/^Password/);
  expect(buttons('Security')).toEqual([
    'Change password',
    'End session',
    'End session',
    'Sign out everywhere else',
    'Sign out everywhere, here too',
  ]);
});

test('a phone that nobody has proven has its own row, with the button that proves it, and no other', async () => {
  const user = { username: 'mei_lin', userId: '1', accountType: 1, unprovenPhone: '+8613800138000' };
  const answers = { ...profile(1), 'query-user': ok(user) };
  await openPage({ line: 'renderbus', language: 'en', screen: 'console', answers });
  await settle();
  const rows = [...document.querySelectorAll('.facts > div')].map((row) => row.textContent);
  expect(rows).toContain('Phone, not verified+8613800138000Bind your phone');
  expect(screen.getAllByRole('button', { name: 'Bind your phone' })).toHaveLength(1);
  expect(rows.filter((row) => row?.startsWith('Phone'))).toHaveLength(1);
});

test('a sub account has no section of sub accounts and no password to change', async () => {
  await account('renderbus', 'en', 2);
  const list = screen.getByRole('navigation', { name: 'Your account' });
  expect(within(list).queryByRole('link', { name: 'Sub accounts' })).toBeNull();
  expect(within(list).getByRole('link', { name: 'Security' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull();
});

test('which browser is this one is said beside its name, and what is not known has a dash', async () => {
  await account('renderbus');
  const table = screen.getByRole('table', { name: 'Where you are signed in' });
  const cells = within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.textContent),
    );
  expect(cells).toEqual([
    ['Chrome, Windows This browser', 'China · 203.0.113.*', '2026-11-20'],
    ['Safari, iOS', '–', '2026-11-18'],
  ]);
});

test('lists of a section are one level below its heading', async () => {
  await account('renderbus');
  expect(screen.getByRole('heading', { level: 3, name: 'Where you are signed in' })).toBeVisible();
});

test('of many sessions the newest five are shown, and how many there are; signing out of all others stays', async () => {
  const sessions = Array.from({ length: 70 }, (_, at) => ({
    id: `${at}`,
    device: `Browser ${at}`,
    since: '2026-11-20',
    current: at === 0,
  }));
  await openPage({
    line: 'renderbus',
    language: 'zh',
    screen: 'console',
    answers: { ...profile(1), sessions: ok({ sessions }) },
  });
  await settle();
  const isFolded = (at: number) => screen.getByText(`Browser ${at}`).closest('details:not([open])') !== null;
  expect([0, 4, 5, 69].map(isFolded)).toEqual([false, false, true, true]);
  const unfolds = screen.getByText('显示全部70条');
  expect(
    screen.getByRole('button', { name: spoken('screens.console.actions.end-others', {}, 'renderbus', 'zh') }),
  ).toBeVisible();
  act(() => unfolds.click());
  expect([0, 5, 69].map(isFolded)).toEqual([false, false, false]);
});

const AGENTS = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0', 'Windows client'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15', 'macOS client'],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/130.0', 'Linux client'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/130.0 Mobile Safari/537.36', 'Windows client'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148', 'Windows client'],
] as const;

test.each(AGENTS)('to %s the client of its own system is offered first: %s', async (agent, first) => {
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent);
  const page = await account('renderbus');
  const offered = screen.getAllByRole('link', { name: /client$/ });
  // Whoever comes for it need not look for it: it stands above the sections and their list.
  const list = screen.getByRole('navigation', { name: 'Your account' });
  for (const each of offered) expect(each.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(offered[0]).toHaveTextContent(first);
  expect(offered.map((each) => each.textContent).toSorted()).toEqual([
    'Linux client',
    'Windows client',
    'macOS client',
  ]);
  page.unmount();
  jest.restoreAllMocks();
});
