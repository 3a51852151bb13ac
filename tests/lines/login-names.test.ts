/** What sign-in says that it takes is what the service takes, on every line and in each language. */

import { createTexts } from '../../src/engine/messages.ts';
import { readLoginName } from '../../src/server/accounts/identifiers.ts';
import { compiledLines } from '../compiled-lines.ts';

const WORDS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  en: { username: /username/i, phone: /phone/i, email: /email/i },
  zh: { username: /用户名/, phone: /手机号/, email: /邮箱/ },
};

/** A login name of each kind, as the service reads it. */
const NAMES = { username: 'mei_lin', phone: '+447911123456', email: 'mei@example.com' } as const;

test('label and error of the account’s field name each kind that is read, and no other', async () => {
  for (const [line, { server, languages }] of Object.entries(await compiledLines()))
    for (const [language, { shell, screens }] of Object.entries(languages)) {
      const words = WORDS[language] ?? {};
      for (const [id, { pack }] of Object.entries(screens)) {
        if (!Object.values(pack.forms).some(({ fields }) => fields.some((field) => field.id === 'account'))) continue;
        const texts = createTexts({ catalogs: [pack.messages, shell.messages], language, production: false });
        for (const [kind, name] of Object.entries(NAMES)) {
          expect(readLoginName(name, server.line)[kind as keyof typeof NAMES]).toBe(name);
          for (const key of ['fields.account.label', 'fields.account.errors.required'])
            expect(`${line} ${language} ${id} ${key}: ${texts.text(key)}`).toMatch(words[kind] as RegExp);
        }
      }
    }
});

test('where a phone of another country needs its code, the field says so', async () => {
  for (const [line, { server, languages }] of Object.entries(await compiledLines()))
    for (const [language, { shell, screens }] of Object.entries(languages)) {
      const { messages } = screens['sign-in']?.pack ?? {};
      const texts = createTexts({ catalogs: [messages ?? {}, shell.messages], language, production: false });
      // A line that serves many countries lists them.
      const many = server.line.zone === 'overseas';
      expect([line, texts.has('fields.account.hint')]).toEqual([line, many]);
      if (many) expect(texts.text('fields.account.hint')).toContain('+44');
      expect(readLoginName('07911 123456', server.line).phone).toBeUndefined();
    }
});
