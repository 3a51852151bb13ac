/** @jest-environment ./tests/page-environment.cjs */
/** The captcha by provider: in a frame of its own, with the built-in one in its place where it does not come; one prompt for one action. */
import '@testing-library/jest-dom';
import { act, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import type { MemoryFrame } from '../../src/browser/frames.ts';
import type { Catalogue } from '../../src/engine/pack.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, openPage, recorded } from './page.tsx';

/** A line whose captcha is somebody else's. */
const LINE = 'avica';
const asks = () => recorded('sign-in', 'Account.Sign.GraphicVerificationRequired');
const failed = () => recorded('sign-in', 'Account.Validate.IntelligentFailed');

async function signIn(answer = asks, line = LINE): Promise<OpenPage> {
  const page = await openPage({ line, screen: 'sign-in', answers: { 'sign-in': answer } });
  await page.user.click(screen.getByRole('tab', { name: /password/i }));
  await page.user.type(screen.getByRole('textbox', { name: /username/i }), 'mei_lin');
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Abcdefg12');
  await press(page);
  return page;
}
const press = (page: OpenPage) => page.user.click(screen.getByRole('button', { name: 'Sign in' }));
const frames = ({ world }: OpenPage): readonly MemoryFrame[] => world.frames.opened;
const say = (frame: MemoryFrame | undefined, ...of: Parameters<MemoryFrame['send']>) =>
  act(async () => frame?.send(...of));
async function opened(page: OpenPage, count = 1): Promise<MemoryFrame> {
  await screen.findByRole('dialog', { name: 'Security check' });
  await waitFor(() => expect(frames(page)).toHaveLength(count));
  return frames(page)[count - 1] as MemoryFrame;
}
/** Colours need a real browser; a journey looks at them. */
const RULES = { rules: { 'color-contrast': { enabled: false } } };
const DONE = { ticket: 't', randstr: 'r', captchaAppId: 'a' };
const builtIn = () => screen.queryByRole('button', { name: 'Start the check' });

afterEach(() => document.body.replaceChildren());

test('it comes in a frame, in the language of the page, and its ticket goes along once', async () => {
  const page = await signIn();
  const frame = await opened(page);
  expect([frame.name, frame.params, frame.look.title]).toEqual([
    'tencent-captcha',
    { language: 'en' },
    'Security check',
  ]);
  expect(screen.getByText('Loading the check …')).toBeInTheDocument();
  await say(frame, 'ready');
  expect(screen.queryByText('Loading the check …')).not.toBeInTheDocument();
  await say(frame, 'done', DONE);
  await waitFor(() => expect(page.sent('sign-in')).toHaveLength(2));
  expect(page.sent('sign-in')[1]?.body).toMatchObject(DONE);
  expect(frame.closed).toBe(true);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('ready in time, it stays as long as the visitor needs', async () => {
  const page = await signIn();
  const frame = await opened(page);
  page.pass(2000);
  await say(frame, 'ready');
  page.pass(60000);
  expect(builtIn()).not.toBeInTheDocument();
  expect(frame.closed).toBe(false);
});

test.each<[string, (page: OpenPage, frame: MemoryFrame) => unknown]>([
  ['not ready within three seconds', (page) => page.pass(3000)],
  ['its script fails to load', (_page, frame) => say(frame, 'failed', { code: '1001' })],
  [
    'it falls over later',
    async (_page, frame) => {
      await say(frame, 'ready');
      await say(frame, 'failed', { code: '1006' });
    },
  ],
])('%s: the built-in one takes its place, said aloud, without another prompt', async (_what, happen) => {
  const page = await signIn();
  const frame = await opened(page);
  // As in a browser whose frame, about to go, has the focus.
  act(() => (document.activeElement as HTMLElement).blur());
  await happen(page, frame);
  expect(await screen.findByRole('button', { name: 'Start the check' })).toBeEnabled();
  expect(screen.getByRole('button', { name: 'Start the check' })).toHaveFocus();
  const [status] = screen.getAllByRole('status').filter(({ textContent }) => textContent?.includes('takes its place'));
  expect(status).toBeInTheDocument();
  expect(frame.closed).toBe(true);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(page.sent('sign-in')).toHaveLength(1);
  // A message that comes too late changes nothing.
  await say(frame, 'done', DONE);
  expect(page.sent('sign-in')).toHaveLength(1);
});

test('what did not come once is not waited for again', async () => {
  const page = await signIn();
  await say(await opened(page), 'failed');
  await page.user.click(await screen.findByRole('button', { name: 'Close' }));
  await press(page);
  expect(await screen.findByRole('button', { name: 'Start the check' })).toBeInTheDocument();
  expect(frames(page)).toHaveLength(1);
});

test.each<[string, (page: OpenPage, frame: MemoryFrame) => unknown]>([
  ['in the frame', (_page, frame) => say(frame, 'closed')],
  ['in the dialog', (page) => page.user.click(screen.getByRole('button', { name: 'Close' }))],
])(
  'closed by the visitor %s, the action is over: no call, no second prompt, the form usable',
  async (_where, close) => {
    const page = await signIn();
    const frame = await opened(page);
    await say(frame, 'ready');
    await close(page, frame);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(page.sent('sign-in')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    expect(frame.closed).toBe(true);
  },
);

test('a ticket that is refused is told, and the next action gets a fresh captcha', async () => {
  let count = 0;
  const page = await signIn(() => {
    count += 1;
    return count === 2 ? failed() : asks();
  });
  await say(await opened(page), 'done', DONE);
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect([count, frames(page).length]).toEqual([2, 1]);
  await press(page);
  await say(await opened(page, 2), 'done', { ...DONE, ticket: 'fresh' });
  await waitFor(() => expect(page.sent('sign-in')[3]?.body).toMatchObject({ ticket: 'fresh' }));
});

test('two quick actions have one prompt', async () => {
  const page = await openPage({ line: LINE, screen: 'sign-in', answers: { 'sign-in': asks } });
  await page.user.click(screen.getByRole('tab', { name: /password/i }));
  await page.user.type(screen.getByRole('textbox', { name: /username/i }), 'mei_lin');
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Abcdefg12');
  await Promise.all([press(page), press(page)]);
  await opened(page);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect([page.sent('sign-in').length, frames(page).length]).toEqual([1, 1]);
});

test('where the line has the built-in captcha, no frame is opened', async () => {
  const page = await signIn(asks, 'pkdragon');
  expect(await screen.findByRole('button', { name: 'Start the check' })).toBeInTheDocument();
  expect(screen.queryByText(/takes its place/)).not.toBeInTheDocument();
  expect(frames(page)).toEqual([]);
});

test('only a line whose captcha is somebody else’s carries the words around it', async () => {
  const lines = await compiledLines();
  const words = (line: string): readonly string[] => {
    const { files = {}, languages } = lines[line] ?? {};
    const { messages } = JSON.parse(
      files[languages?.en?.shell.catalogue.replace('/assets/', '') ?? ''] ?? '{}',
    ) as Catalogue;
    return Object.keys(messages).filter((key) => key.startsWith('captcha.outside.'));
  };
  expect(words(LINE)).toHaveLength(2);
  expect(words('pkdragon')).toEqual([]);
});

test('a captcha before the call: closed, nothing is sent at all', async () => {
  const page = await openPage({ line: LINE, screen: 'sign-in', answers: { 'sign-in': failed } });
  const { pack } = page.running.model.get();
  const call = pack.calls['sign-in'];
  if (call === undefined) throw new Error('No call.');
  act(() =>
    page.running.model.set({
      pack: { ...pack, calls: { ...pack.calls, 'sign-in': { ...call, guard: { ...call.guard, captcha: 'always' } } } },
    }),
  );
  await page.user.click(screen.getByRole('tab', { name: /password/i }));
  await page.user.type(screen.getByRole('textbox', { name: /username/i }), 'mei_lin');
  await page.user.type(screen.getByLabelText('Password', { selector: 'input' }), 'Abcdefg12');
  await press(page);
  await say(await opened(page), 'closed');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign in' })).toBeEnabled());
  expect(page.sent('sign-in')).toEqual([]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('both have no fault that axe finds', async () => {
  const page = await signIn();
  const frame = await opened(page);
  expect((await axe.run(page.container, RULES)).violations).toEqual([]);
  await say(frame, 'failed');
  await screen.findByRole('button', { name: 'Start the check' });
  expect((await axe.run(page.container, RULES)).violations).toEqual([]);
});
