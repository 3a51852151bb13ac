/** Every mail, SMS and spoken message of every line and language, rendered as the outbox does. */
import type { ServerLine } from '../../../src/engine/pack.ts';
import { render } from '../../../src/server/outbox/render.ts';
import type { OutgoingMessage } from '../../../src/server/types.ts';
import { compileLine } from '../../../src/tools/compile-line.ts';
import { loadData } from '../../../src/tools/load.ts';
import { resolveAll } from '../../../src/tools/resolve.ts';

/** A value for each parameter that the server gives to some message. */
const PARAMS = {
  username: 'mei_lin',
  oldUsername: 'mei',
  email: 'mei@mail.example',
  phone: '+86 138****0000',
  link: 'https://www.line.example/sso/activate?token=abc',
  code: '123456',
  purpose: 'come in',
  minutes: 10,
  hours: 24,
  time: '2026-03-01 12:00',
  device: 'Chromium, Linux',
  place: '203.0.113.*',
  provider: 'WeChat',
  member: 'Wei',
} as const;

const CHANNELS = { mail: 'email', sms: 'sms', voice: 'voice' } as const;

let lines: readonly ServerLine[];
beforeAll(async () => {
  const options = { main: '', apiBase: '', asset: () => '', banners: {} };
  lines = Object.values(resolveAll(await loadData('.')).lines).map((line) => compileLine(line, options).server);
});

const templates = (line: ServerLine, language: string): (readonly [keyof typeof CHANNELS, string])[] => [
  ...new Map(
    Object.keys(line.messages[language] ?? {}).flatMap((key) => {
      const [kind = '', template = ''] = key.split('.');
      return kind in CHANNELS ? [[`${kind}.${template}`, [kind as keyof typeof CHANNELS, template]] as const] : [];
    }),
  ).values(),
];

test('each has all its texts, and leaves no parameter open', () => {
  let count = 0;
  for (const line of lines) {
    for (const language of line.line.languages.offered) {
      for (const [kind, template] of templates(line, language)) {
        const message: OutgoingMessage = {
          channel: CHANNELS[kind],
          to: kind === 'mail' ? PARAMS.email : '+8613800000000',
          template,
          params: PARAMS,
          line: line.name,
          language,
        };
        const { subject = '', html = '', text } = render('00000000-0000-4000-8000-000000000000', message, line);
        const where = [line.name, language, kind, template];
        for (const each of [subject, html.replace(/<style>[^<]*<\/style>/g, ''), text])
          expect([...where, each]).toEqual([...where, expect.not.stringMatching(/[{}]|undefined|\[object/)]);
        expect([...where, text.trim().length > 0, subject.trim().length > 0]).toEqual([
          ...where,
          true,
          kind === 'mail',
        ]);
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(lines.length * 2 * 15);
});

test('a mail carries the brand, the way to support, and a link that works in plain text as well', () => {
  for (const line of lines) {
    for (const language of line.line.languages.offered) {
      const message: OutgoingMessage = {
        channel: 'email',
        to: PARAMS.email,
        template: 'activation',
        params: PARAMS,
        line: line.name,
        language,
      };
      const { html = '', text } = render('00000000-0000-4000-8000-000000000000', message, line);
      const brand = String(line.messages[language]?.['line.brand']);
      const contact = Object.values(line.line.contacts)[0] ?? '';
      for (const part of [brand, contact, PARAMS.link])
        expect([line.name, language, text]).toEqual([line.name, language, expect.stringContaining(part)]);
      expect(html).toContain(contact);
      expect(html).toContain(`lang="${language}"`);
    }
  }
});

test('a mail follows dark windows with the line’s own colours, and never has its code twice', () => {
  for (const line of lines) {
    for (const language of line.line.languages.offered) {
      const message: OutgoingMessage = {
        channel: 'email',
        to: PARAMS.email,
        template: 'code',
        params: { code: PARAMS.code, minutes: PARAMS.minutes },
        line: line.name,
        language,
      };
      const { html = '', text } = render('00000000-0000-4000-8000-000000000000', message, line);
      expect(html).toContain('content="light dark"');
      expect(html).toContain(`.card{background:${line.dark?.surface}!important}`);
      expect(text.split(PARAMS.code)).toHaveLength(2);
    }
  }
});

test('no sentence takes a brand for one that begins with a consonant', () => {
  for (const { messages } of lines)
    for (const text of Object.values(messages.en ?? {})) expect(text).not.toMatch(/\ban? \{brand\}/i);
});

test('each code says what it is for, so that whoever asks for it under a pretext is found out', () => {
  for (const line of lines) {
    for (const language of line.line.languages.offered) {
      const purposes = Object.entries(line.messages[language] ?? {}).filter(([key]) => key.startsWith('purposes.'));
      expect(purposes.length).toBeGreaterThan(5);
      for (const [, purpose] of purposes) {
        for (const channel of Object.values(CHANNELS)) {
          const params = { ...PARAMS, purpose };
          const message = { channel, to: '+8613800000000', template: 'code', params, line: line.name, language };
          const { text } = render('00000000-0000-4000-8000-000000000000', message, line);
          const where = [line.name, language, channel];
          expect([...where, text]).toEqual([...where, expect.stringContaining(purpose)]);
        }
      }
    }
  }
});
