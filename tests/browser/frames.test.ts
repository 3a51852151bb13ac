/** @jest-environment ./tests/page-environment.cjs */
/** A frame is heard only when it is the very one, of our origin or of none, and says exactly what a frame may say. */
import type { FrameMessage } from '../../src/browser/frame-contract.ts';
import { createMemoryFrames } from '../../src/browser/frames.ts';
import { createOpenFrame, readFrameMessage } from '../../src/browser/open-frame.ts';

const GOOD = { type: 'foyer:frame', version: 1, frame: 'puzzle', event: 'done', values: { ticket: 't' } };

const open = (host?: Element) => {
  const heard: FrameMessage[] = [];
  const frame = createOpenFrame(window)(
    'puzzle',
    { language: 'en', odd: 'a&b=c' },
    { title: 'Puzzle', ...(host && { host }) },
  );
  const stop = frame.onMessage((message) => heard.push(message));
  const [element] = document.querySelectorAll('iframe');
  const say = (data: unknown, { source = element?.contentWindow as Window | null, origin = location.origin } = {}) =>
    window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
  return { frame, heard, stop, element, say };
};

afterEach(() => document.body.replaceChildren());

test('it is shown where it is asked for, named, with its parameters encoded', () => {
  const host = document.body.appendChild(document.createElement('div'));
  const { element } = open(host);
  expect(host.firstElementChild).toBe(element);
  expect(element?.getAttribute('src')).toBe('/foyer/frames/puzzle?language=en&odd=a%26b%3Dc');
  expect([element?.title, element?.hidden]).toEqual(['Puzzle', false]);
});

test('without a place it is there and not seen', () => {
  const { element } = open();
  expect([element?.parentElement, element?.hidden]).toEqual([document.body, true]);
});

test('it is heard from its own origin, and from the opaque one of a sandbox', () => {
  const { heard, say } = open();
  say(GOOD);
  say({ ...GOOD, event: 'closed', values: {} }, { origin: 'null' });
  expect(heard).toEqual([
    { event: 'done', values: { ticket: 't' } },
    { event: 'closed', values: {} },
  ]);
});

test('nobody else is heard: another window, no window, another origin', () => {
  const { heard, say } = open();
  const other = document.body.appendChild(document.createElement('iframe'));
  say(GOOD, { source: other.contentWindow });
  say(GOOD, { source: window });
  say(GOOD, { source: null });
  say(GOOD, { origin: 'https://evil.example' });
  say(GOOD, { origin: '' });
  expect(heard).toEqual([]);
});

test('once closed it is gone and silent', () => {
  const { frame, heard, element, say } = open();
  const source = element?.contentWindow as Window;
  frame.close();
  say(GOOD, { source });
  expect([heard, document.querySelectorAll('iframe').length]).toEqual([[], 0]);
});

test('a listener that stopped hears no more', () => {
  const { heard, stop, say } = open();
  stop();
  say(GOOD);
  expect(heard).toEqual([]);
});

test.each([
  ['text', 'foyer:frame'],
  ['nothing', null],
  ['a list', [GOOD]],
  ['another type', { ...GOOD, type: 'foyer:third-party' }],
  ['another version', { ...GOOD, version: 2 }],
  ['a version in words', { ...GOOD, version: '1' }],
  ['another frame', { ...GOOD, frame: 'button' }],
  ['an unknown event', { ...GOOD, event: 'toString' }],
  ['no values', { type: GOOD.type, version: 1, frame: 'puzzle', event: 'done' }],
  ['values that are a list', { ...GOOD, values: ['t'] }],
  ['a value that is no text', { ...GOOD, values: { ticket: 1 } }],
  ['more than it should', { ...GOOD, more: true }],
])('%s is no message', (_what, data) => {
  expect(readFrameMessage(data, 'puzzle')).toBeUndefined();
});

test('the twin says what a test lets it say, until it is closed', async () => {
  const frames = createMemoryFrames();
  const heard: FrameMessage[] = [];
  const frame = await frames.open('puzzle', { language: 'en' }, { title: 'Puzzle' });
  frame.onMessage((message) => heard.push(message));
  const [opened] = frames.opened;
  opened?.send('ready');
  frame.close();
  opened?.send('done', { ticket: 't' });
  expect([heard, opened?.closed, opened?.params]).toEqual([[{ event: 'ready', values: {} }], true, { language: 'en' }]);
});
