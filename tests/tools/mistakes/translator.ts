/** Mistakes of a translator, in the catalogs. */
import { type Mistake, put, swap, whole } from './mistake.ts';

const ZH = 'lines/_base/messages/zh.json';
const EN = 'lines/_base/messages/en.json';
const BUS_ZH = 'lines/renderbus/messages/zh.json';

const text = (name: string, file: string, key: string, value: unknown, says: string, told = {}) =>
  put(name, file, [key], value, says, told);

const HINT = 'fields.username.hint';
const OFFER = 'screens.register.texts.offer';
const LOCKED = 'errors.Account.Locked';

export const TRANSLATOR: readonly Mistake[] = [
  text('a placeholder translated', ZH, HINT, '{最短}-{maxLength}个字符，由数字、字母或下划线组成。', 'minLength'),
  text('a placeholder misspelt', ZH, HINT, '{minLenght}-{maxLength}个字符。', 'minLength'),
  text('a placeholder forgotten', ZH, HINT, '{minLength}个字符，由数字、字母或下划线组成。', 'maxLength'),
  text('a placeholder of the sentence beside', ZH, 'fields.username.label', '{brand}用户名', 'brand'),
  text('a number written for a placeholder', ZH, HINT, '6-20个字符，由数字、字母或下划线组成。', 'minLength'),
  text('braces of full width', ZH, HINT, '｛minLength｝-{maxLength}个字符。', '{minLength}'),
  text('both braces of full width', ZH, HINT, '｛minLength｝-｛maxLength｝个字符。', '{minLength}'),
  text('braces lost', ZH, HINT, 'minLength-{maxLength}个字符。', '{minLength}'),
  text('curly quotes around a placeholder', EN, 'screens.sign-in.links.other-site', 'Go to ‘{otherSite}’ {“otherSite”}', 'otherSite'),
  text('apostrophes around a placeholder', EN, 'screens.sign-in.links.other-site', "Go to '{otherSite}'", 'otherSite'),
  text('a brace not closed', ZH, HINT, '{minLength-{maxLength}个字符。', 'brace'),
  text('a brace too many', ZH, HINT, '{minLength}}-{maxLength}个字符。', 'brace'),
  text('a dollar before a placeholder, template style', ZH, 'screens.sign-in.links.other-site', '前往${otherSite}', '{otherSite}'),
  text('a double brace, handlebars style', ZH, 'screens.sign-in.links.other-site', '前往{{otherSite}}', '{otherSite}'),
  text('a percent placeholder', ZH, 'screens.sign-in.links.other-site', '前往%s', 'otherSite'),
  text('an entity for an ampersand', EN, 'screens.sign-in.forms.username.submit', 'Save &amp; continue', '&'),
  text('an entity for a space', EN, 'screens.sign-in.title', 'Sign&nbsp;in', '&nbsp;'),
  text('a numeric entity', EN, 'screens.sign-in.title', 'Sign&#39;in', '&#39;'),
  text('a sentence left in English', ZH, 'screens.sign-in.texts.security-risk', 'Your username may have leaked elsewhere. A new one protects your account; nothing else changes.', 'English'),
  text('a short label left in English', ZH, 'fields.password.label', 'Password', 'English'),
  text('a Chinese sentence in the English catalog', EN, 'screens.sign-in.links.forgot-password', '忘记密码？', 'Chinese'),
  text('an empty sentence', ZH, 'fields.password.label', '', 'empty'),
  text('a sentence of one blank', ZH, 'fields.password.label', ' ', 'empty'),
  text('a sentence with a blank at its end', EN, 'fields.password.label', 'Password ', 'space'),
  text('two blanks within', EN, 'screens.sign-in.texts.captcha-next', 'To keep your account safe,  your next try starts with a quick check.', 'space'),
  text('a sentence that is a number', ZH, 'fields.password.label', 5, 'string'),
  text('a sentence that is null in the base', ZH, 'fields.password.label', null, 'fields.password.label'),
  text('a sentence deleted in one language', ZH, 'fields.password.label', undefined, 'fields.password.label', { on: [] }),
  text('a key misspelt by a line', BUS_ZH, 'screens.registr.texts.offer', '优惠', 'screens.register.texts.offer'),
  text('a key that nothing shows', ZH, 'screens.sign-in.texts.welcome', '欢迎', 'welcome'),
  text('a tag lost', BUS_ZH, OFFER, '新用户注册即领{newUser}元无门槛优惠券和<b>{newUserPack}元</b>优惠券礼包。', '<b>'),
  text('a tag not closed', BUS_ZH, OFFER, '新用户注册即领<b>{newUser}元无门槛优惠券和<b>{newUserPack}元</b>优惠券礼包。', '<b>'),
  text('a tag of full width', BUS_ZH, OFFER, '新用户注册即领＜b＞{newUser}元＜/b＞无门槛优惠券和<b>{newUserPack}元</b>优惠券礼包。', '<b>'),
  text('a tag closed as another', BUS_ZH, OFFER, '新用户注册即领<b>{newUser}元</strong>无门槛优惠券和<b>{newUserPack}元</b>优惠券礼包。', 'b'),
  text('a tag of HTML', EN, 'screens.sign-in.texts.security-risk', 'Your username may have leaked <i>elsewhere</i>.', '<i>'),
  text('a line break of HTML', EN, 'screens.sign-in.texts.security-risk', 'Your username may have leaked.<br>A new one protects you.', '<br>'),
  text('a line break in a sentence', EN, 'fields.password.label', 'Pass\nword', 'line break'),
  text('a plural without other', EN, 'frame.sends-away', 'We take you there in {seconds, plural, one {# second}}.', 'other'),
  text('a plural word misspelt', EN, 'frame.sends-away', 'We take you there in {seconds, plurl, one {# second} other {# seconds}}.', 'plural'),
  text('plural forms translated', ZH, 'frame.sends-away', '{seconds, plural, 其他 {# 秒}}后为您跳转。', 'other'),
  text('the amount of a coupon as a number', BUS_ZH, OFFER, '新用户注册即领<b>30元</b>无门槛优惠券和<b>{newUserPack}元</b>优惠券礼包。', 'newUser'),
  text('a word for the brand', EN, 'screens.sign-in.texts.maintenance', 'Renderbus is under maintenance. You can sign in, but jobs may wait until it ends.', 'brand'),
  text('a minimum described in words', EN, 'fields.username.errors.minLength', 'Numbers, letters or underscores, six characters at least.', 'minLength'),
  swap('a key twice', ZH, '"fields.code.label": "验证码",', '"fields.code.label": "验证码",\n  "fields.code.label": "短信验证码",', 'duplicate key', { on: '短信验证码' }),
  swap('a comma forgotten', ZH, '"fields.code.label": "验证码",', '"fields.code.label": "验证码"', 'comma', { on: '"fields.code.label": "验证码"' }),
  swap('a straight quote inside a sentence', ZH, '"fields.code.label": "验证码",', '"fields.code.label": "“短信"验证码”",', 'quote', { on: '"fields.code.label"' }),
  swap('a comma of full width', ZH, '"fields.code.label": "验证码",', '"fields.code.label": "验证码"，', 'comma'),
  swap('a quote forgotten at the end', ZH, '"fields.code.label": "验证码",', '"fields.code.label": "验证码,', 'JSON', { on: '"fields.code.label"' }),
  swap('a colon of full width', ZH, '"fields.code.label": "验证码",', '"fields.code.label"： "验证码",', 'JSON'),
  whole('a catalog nested, as other tools write it', 'lines/renderbus/messages/zh.json', '{\n  "$schema": "../../../schemas/config/messages.json",\n  "line": { "brand": "Renderbus" }\n}\n', 'line.brand', { on: '"line"' }),
  text('a soft hyphen pasted from a word processor', EN, 'fields.password.label', 'Pass\u00adword', 'U+00AD'),
  text('a zero width space pasted', ZH, 'fields.password.label', '密\u200b码', 'U+200B'),
  text('a replacement character', ZH, 'fields.password.label', '密\ufffd', 'U+FFFD'),
  text('a mojibake sentence', ZH, 'fields.password.label', 'å¯†ç ', 'English'),
  text('a sentence of 5 MB', ZH, 'fields.password.label', '码'.repeat(5_000_000), 'characters'),
  text('an ordinal without its number', EN, LOCKED, 'Locked after {lockAfter, selectordinal, one {st}}.', 'other'),
  text('a select branch without braces', EN, 'screens.bind-account.lead', 'No {brand} account: {provider, select, named other {third-party user}}', 'select'),
];
