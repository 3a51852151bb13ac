/**
 * What a reader of the catalogs would complain about and no grammar sees: the manner of the sentences in each language,
 * and the wording that the service's catalogue fixes.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';

type Catalog = Readonly<Record<string, string>>;
const read = (path: string): Catalog => JSON.parse(readFileSync(path, 'utf8')) as Catalog;
const catalogs = (language: string) =>
  readdirSync('lines')
    .map((layer) => ({ layer, path: join('lines', layer, 'messages', `${language}.json`) }))
    .filter(({ path }) => existsSync(path))
    .flatMap(({ layer, path }) =>
      Object.entries(read(path))
        .filter(([key]) => key !== '$schema')
        .map(([key, text]) => ({ where: `${layer} ${key}`, key, text })),
    );
const told = (faults: readonly { where: string; text: string }[]) =>
  faults.map(({ where, text }) => `${where}: ${text}`);

/** The sentence without its parameters and tags. */
const bare = (text: string): string => text.replaceAll(/\{[^{}]*\}/g, '{}').replaceAll(/<[^>]*>/g, '');

const en = catalogs('en');
const zh = catalogs('zh');

test('there is something to read', () => {
  expect(en.length).toBeGreaterThan(300);
  expect(zh.length).toBe(en.length);
});

test('no sentence is empty, padded, or holds two blanks', () => {
  expect(told([...en, ...zh].filter(({ text }) => text.trim() !== text || text === '' || / {2}/.test(text)))).toEqual(
    [],
  );
});

test('English uses typographic apostrophes and quotation marks', () => {
  expect(told(en.filter(({ text }) => /["']/.test(bare(text))))).toEqual([]);
});

test('no Chinese character stands in an English sentence but the name of the language', () => {
  expect(told(en.filter(({ key, text }) => key !== 'frame.languages.zh' && /\p{Script=Han}/u.test(text)))).toEqual([]);
});

test('no line breaks between an amount and its currency', () => {
  expect(told(en.filter(({ text }) => text.includes('} yuan')))).toEqual([]);
});

test('Chinese says 您', () => {
  expect(told(zh.filter(({ text }) => text.includes('你')))).toEqual([]);
});

test('Chinese uses full-width punctuation beside Chinese characters', () => {
  const half = /\p{Script=Han}[,;:!?.()]|[,;:!?()]\p{Script=Han}/u;
  expect(told(zh.filter(({ text }) => half.test(bare(text))))).toEqual([]);
});

test('Chinese leaves the distance to Latin letters to the style sheet; only money has a blank', () => {
  const blank = /\p{Script=Han} +[A-Za-z0-9{<]|[A-Za-z0-9}>] +(?!元|美元|版权)\p{Script=Han}/u;
  expect(told(zh.filter(({ text }) => blank.test(text)))).toEqual([]);
});

const fixed: readonly (readonly [string, string])[] = [
  ['fields.username.errors.required', 'Username is required.'],
  ['fields.username.errors.pattern', 'Numbers, letters or underscores, {minLength}-{maxLength} characters.'],
  ['fields.password.errors.required', 'Password is required.'],
  ['fields.new-password.errors.required', 'Password is required.'],
  ['fields.phone.errors.pattern', 'The phone format is incorrect. Please check it and enter it again.'],
  ['fields.code.errors.pattern', 'The validation code is incorrect.'],
  ['fields.agreement.errors.required', 'Please check the agreement'],
  ['fields.confirm-password.errors.sameAs', 'The two entries are inconsistent, please re-enter.'],
  ['errors.Account.Email.Blacklisted', 'The email is invalid, please use another email.'],
  ['errors.Account.SignIn.Failed', 'Incorrect username or password. Please enter them again.'],
  ['errors.Code.Error.More', 'The verification code has expired, please obtain the verification code again'],
  ['errors.Account.Phone.Existed', 'Phone number already exists. Use another one, or sign in.'],
  ['errors.Account.Email.Existed', 'Email already exists. Use another one, or sign in.'],
  [
    'errors.Account.UserName.Existed',
    '{phoneLike, select, true {This username reads as a phone number. Please choose another one.} other {Username already exists. Please choose another one.}}',
  ],
  ['errors.Account.Email.NotFound', 'Email is not bound to account! Please check it and enter it again.'],
  ['errors.Password.Same.As.Last', 'New password must differ from the old one'],
  ['errors.5001', 'Invite code does not exist. Please check it and enter it again.'],
  ['errors.5002', 'Invite code is not valid for this user type. Please use another one.'],
  ['errors.5003', 'Invite code has expired, please re-enter'],
];
const base = read('lines/_base/messages/en.json');

test.each(fixed)('%s keeps the service’s wording, and says what to do', (key, text) => {
  expect(base[key]).toBe(text);
});

/** Sentences that may go on to say what to do, but begin as the catalogue has them. */
const begun: readonly (readonly [string, string])[] = [
  ['Account.Locked', 'Locked after over ten wrong attempts, contact customer service'],
  ['Account.NotFound', 'Account does not exist'],
  ['Account.UnActivated', 'Account not activated'],
  ['Account.Disabled', 'Account has been disabled.'],
  ['Account.Logout', 'The account has been cancelled, contact online customer service'],
  ['Account.SignIn.IpLimit', 'IP is restricted login'],
  ['Account.Sign.GraphicVerificationRequired', 'Graphic code required'],
  ['Validate.Code.Error', 'Verification code error'],
  ['Validate.Code.SendError', 'Verification code is failed to send'],
  ['Validate.LimitExceeded', 'Daily sending limit exceeded'],
  ['Validate.frequently', 'The operation of obtaining verification codes is too frequent, please try again later'],
  ['Common.RequestLimitExceeded', 'Frequent operation, please try again later!'],
  ['Account.Email.Actived', 'Account has been activated!'],
  ['Account.Token.Expired', 'The token is expired'],
  [
    'Account.Register.LowSafe',
    'Phone or email security level too low; register with a different one or contact customer service for manual registration',
  ],
  ['Account.Validate.IntelligentFailed', 'Intelligent verification failed'],
  ['Account.Son.Prohibit.Login', 'Please log in with your master account'],
  ['Account.Sub.Reset.Pwd.Not.Support', 'Sub account cannot change its password'],
  ['Account.Phone.Bound.Multiple', 'Phone tied to several accounts'],
  ['Enterprise.Alias.Not.Exists', 'Enterprise alias does not exist'],
  ['Common.Failed', 'Fail'],
  ['Forbidden', 'Permission denied'],
  ['InternalError', 'Server processing failed'],
  ['InvalidParameter', 'Illegal parameter'],
  ['EmptyParameter', 'Required parameter is missing'],
  ['Signature.Expired', 'Signature expired'],
  ['Signature.Invalid', 'Illegal signature'],
  ['Please.Input.Valid.Value', 'Please input valid value'],
];
const { limits } = JSON.parse(readFileSync('lines/_base/line.json', 'utf8')) as { limits: Record<string, number> };

test.each(begun)('%s begins as the service’s catalogue has it', (code, text) => {
  const said = new IntlMessageFormat(base[`errors.${code}`] ?? '', 'en').format({ ...limits, when: '' });
  expect(String(said).slice(0, text.length)).toBe(text);
});

test('no limit of the data is written out as a number', () => {
  const limit = /\b\d+[ -]?(-\d+ )?(character|digit|hour|minute|second|day|yuan|dollar)|[$]\d/;
  expect(told(en.filter(({ text }) => limit.test(text)))).toEqual([]);
});

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(join(folder, entry.name)) : [readFileSync(join(folder, entry.name), 'utf8')],
  );

test('every message the server sends has its words', () => {
  const server = sources('src/server').join('\n');
  const templates = new Set([...server.matchAll(/template: '([a-z-]+)'/g)].map(([, name]) => name));
  expect(templates.size).toBeGreaterThan(0);
  const worded = new Set(
    Object.keys(base)
      .filter((key) => /^(mail|sms|voice)\./.test(key))
      .map((key) => key.split('.')[1]),
  );
  expect(worded).toEqual(templates);
});
