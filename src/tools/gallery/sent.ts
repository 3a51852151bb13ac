/** What the service sends, with example values: mails as mail programs show them, and the texts of messages and calls. */
import type { Browser } from 'playwright-core';
import type { ServerLine } from '../../engine/pack.ts';
import { render } from '../../server/outbox/render.ts';
import type { OutgoingMessage } from '../../server/types.ts';
import { compileLine } from '../compile-line.ts';
import type { ResolvedLine } from '../resolve.ts';
import { shoot } from './draw-pages.ts';
import { type Plan, shownLanguage } from './plan.ts';
import type { Shelf } from './shelf.ts';

/** A value for each parameter that the server gives to some message. */
const EXAMPLES = {
  username: 'render_lab',
  oldUsername: 'renderlab',
  email: 'lab@studio.example',
  phone: '+86 139****2468',
  code: '482915',
  minutes: 10,
  hours: 24,
  time: '2026-05-12 09:30',
  device: 'Firefox, macOS',
  place: '198.51.100.*',
  provider: 'Studio ID',
  member: 'Lin',
} as const;

/** Windows of a mail program and of a phone, px. Mails are short, and scrolled to their end. */
const WINDOWS = [
  { width: 600, height: 480 },
  { width: 390, height: 480 },
] as const;

const CHANNELS: Readonly<Record<string, OutgoingMessage['channel']>> = { mail: 'email', sms: 'sms', voice: 'voice' };

export interface Sent {
  readonly language: string;
  readonly kind: 'mail' | 'message';
  /** Channel and template, such as `sms.code`. */
  readonly name: string;
  readonly subject: string;
  readonly text: string;
  /** Of a mail. */
  readonly html?: string;
}

/** Parameters as the server would give them: a code and a link make a mail another one, so only where they belong. */
function paramsOf(line: ServerLine, language: string, name: string): OutgoingMessage['params'] {
  const texts = Object.entries(line.messages[language] ?? {}).filter(
    ([key]) => key === name || key.startsWith(`${name}.`),
  );
  const { code, ...others } = EXAMPLES;
  // A text that is a key names no parameter.
  const isCode = name.endsWith('.code') || texts.some(([, text]) => text.includes('{code}'));
  const isLink = texts.some(([key]) => key === `${name}.button`);
  return {
    ...others,
    ...(isCode && { code, purpose: line.messages[language]?.['purposes.signin'] ?? '' }),
    ...(isLink && { link: `https://${line.line.brandHost}/sso/link?token=example` }),
  };
}

/** Every mail, text message and call of a line, as the outbox renders them. */
export function sentBy(line: ServerLine, languages: readonly string[]): Sent[] {
  return languages.flatMap((language) => {
    const keys = Object.keys(line.messages[language] ?? {}).map((key) => key.split('.').slice(0, 2).join('.'));
    const names = [...new Set(keys)].filter((name) => (name.split('.')[0] as string) in CHANNELS);
    return names.map((name): Sent => {
      const [kind = '', template = ''] = name.split('.');
      const channel = CHANNELS[kind] ?? 'email';
      const to = channel === 'email' ? EXAMPLES.email : EXAMPLES.phone;
      const message = { channel, to, template, params: paramsOf(line, language, name), line: line.name, language };
      const { subject = '', text, html } = render('example', message, line);
      return { language, kind: kind === 'mail' ? 'mail' : 'message', name, subject, text, ...(html && { html }) };
    });
  });
}

/** Draws those mails and messages of a line that are wanted. */
export async function drawSent(browser: Browser, line: ResolvedLine, plan: Plan, shelf: Shelf): Promise<void> {
  const options = { main: '', apiBase: '', asset: (file: string) => `/assets/${file}`, banners: {} };
  const { server } = compileLine(line, options);
  const languages = line.line.languages.offered.filter(plan.language);
  const wanted = sentBy(server, languages)
    .filter(({ kind, name }) => plan.sent(kind, name))
    .map((each) => ({ ...each, language: shownLanguage(each.language) }));
  for (const { language, kind, name, subject, text } of wanted)
    await shelf.put({ kind, line: line.name, screen: name, state: 'text', at: 1, language, title: subject, text });
  const mails = wanted.filter(({ html }) => html !== undefined);
  for (const viewport of mails.length === 0 ? [] : WINDOWS) {
    for (const scheme of plan.mailSchemes) {
      const tab = await browser.newPage({ viewport, colorScheme: scheme });
      try {
        for (const { language, name, subject, html = '' } of mails) {
          await tab.setContent(html);
          const { picture, fold: _, ...seen } = await shoot(tab);
          const place = { kind: 'mail', line: line.name, screen: name, state: 'html', at: 0, language } as const;
          await shelf.put({ ...place, width: viewport.width, scheme, title: subject, ...seen }, picture);
        }
      } finally {
        await tab.close();
      }
    }
  }
}
