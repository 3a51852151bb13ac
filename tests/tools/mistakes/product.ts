/** Mistakes of a person in product operations: lines, offers, limits, screens, rules, banners, looks. */
import { type Mistake, put, swap, whole } from './mistake.ts';

const RENDERBUS = 'lines/renderbus/line.json';
const BASE = 'lines/_base/line.json';
const DOMESTIC = 'lines/_domestic/line.json';
const FOX = 'lines/foxrenderfarm/line.json';
const THEME = 'lines/renderbus/theme.json';
const SIGN_IN = 'lines/_base/screens/sign-in.json';
const REGISTER = 'lines/_base/screens/register.json';

export const PRODUCT: readonly Mistake[] = [
  // Lines
  put('a host typed with its scheme', RENDERBUS, 'hosts/0', 'https://www.renderbus.example', 'host'),
  put('a host of another line', RENDERBUS, 'hosts/0', 'www.foxrenderfarm.example', 'foxrenderfarm'),
  put('a brand host with a typing mistake', RENDERBUS, 'brandHost', 'www.renderbuss.sample', 'host'),
  put('the id of another line', RENDERBUS, 'id', 1, 'foxrenderfarm'),
  put('an id in quotes', RENDERBUS, 'id', '0', 'whole number'),
  put('an offer misspelt', RENDERBUS, 'offers/agentBaner', true, 'agentBanner'),
  put('an offer that is "yes"', RENDERBUS, 'offers/agentBanner', 'yes', 'true or false'),
  put('a limit misspelt', RENDERBUS, 'limits', { lockAftr: 8 }, 'lockAfter', { on: 'limits/lockAftr' }),
  put('a limit of zero', RENDERBUS, 'limits', { lockAfter: 0 }, 'lockAfter', { on: 'limits/lockAfter' }),
  put('a limit with a unit', RENDERBUS, 'limits', { codeMinutes: '10 min' }, 'whole number', { on: 'limits/codeMinutes' }),
  put('a lock before the captcha', RENDERBUS, 'limits', { lockAfter: 2 }, 'captchaAfter', { on: 'limits/lockAfter' }),
  put('a captcha after the lock', RENDERBUS, 'limits', { captchaAfter: 12 }, 'lockAfter', { on: 'limits/captchaAfter' }),
  put('a hint after the lock', RENDERBUS, 'limits', { forgotHintAfter: 11 }, 'lockAfter', { on: 'limits/forgotHintAfter' }),
  put('a hint after the lock, in the base', BASE, 'limits/forgotHintAfter', 15, 'lockAfter'),
  put('a line extends a region misspelt', RENDERBUS, 'extends', '_domestik', '_domestic'),
  put('a business type misspelt', RENDERBUS, 'businessTypes/0', 'stil', 'still'),
  put('a business type twice', RENDERBUS, 'businessTypes/1', 'still', 'still'),
  put('an other line misspelt', RENDERBUS, 'otherZone/line', 'foxrenderfram', 'foxrenderfarm'),
  put('an other line of the same zone', RENDERBUS, 'otherZone/line', 'pkdragon', 'zone'),
  put('a link over http', RENDERBUS, 'links/terms', 'http://www.renderbus.example/terms', 'https'),
  put('a link without scheme', RENDERBUS, 'links/terms', 'www.renderbus.example/terms', 'https'),
  put('a redirect with a path', RENDERBUS, 'redirects/origins/0', 'https://www.renderbus.example/', 'origin'),
  put('a redirect with a wildcard', RENDERBUS, 'redirects/origins/0', 'https://*.renderbus.example', 'origin'),
  put('a coupon as text', RENDERBUS, 'coupons/phoneBinding', '70 yuan', 'number'),
  put('a coupon below nothing', RENDERBUS, 'coupons/phoneBinding', -70, 'phoneBinding'),
  put('a coupon that no text names', RENDERBUS, 'coupons/summer', 5, 'summer'),
  put('a coupon deleted that sentences name', RENDERBUS, 'coupons/freeJobs', undefined, 'freeJobs', {
    at: 'lines/renderbus/messages/en.json',
    on: ['screens.register-success.links.bind-phone'],
  }),
  put('a capture provider misspelt', 'lines/avica/line.json', 'captcha/provider', 'tencnt', 'tencent'),
  put('a provider misspelt', DOMESTIC, 'providers/0', 'wechatt', 'wechat'),
  put('a provider that is not there', DOMESTIC, 'providers/0', 'weibo', 'weibo'),
  put('a route with a capital', BASE, 'routes/register/0', '/sso/Register', 'route'),
  put('a route without slash', BASE, 'routes/register/0', 'sso/register', 'route'),
  put('two screens on one route', BASE, 'routes/register/0', '/sso', 'sign-in', { on: 'routes/register/0' }),
  put('a route of a screen misspelt', BASE, ['routes', 'regster'], ['/sso/regster'], 'register'),
  put('a forward to a screen misspelt', DOMESTIC, ['forwards', '/sso/signin'], 'signin', 'sign-in'),
  put('a home that is no screen', BASE, 'home', 'signin', 'sign-in'),
  put('a default language not offered', DOMESTIC, 'languages/default', 'cn', 'offered'),
  put('a language name of the old site', BASE, 'languages/offered/1', 'zh_CN', 'language'),
  put('a country in small letters', BASE, 'domesticCountries/0', 'cn', 'CN'),
  put('a currency sign', DOMESTIC, 'currency', '¥', 'currency'),
  put('a zone misspelt', DOMESTIC, 'zone', 'domestc', 'domestic'),
  put('a download twice', RENDERBUS, 'downloads/1/id', 'windows', 'windows'),
  put('a download for a system unknown', RENDERBUS, 'downloads/1/system', 'osx', 'macos'),
  put('a property of a screen in a line', RENDERBUS, 'kind', 'form', 'screens/'),
  put('a property of the theme in a line', RENDERBUS, 'color', { light: { accent: '#ff0000' } }, 'theme.json', {
    on: 'color',
  }),
  put('a property of the line in the theme', THEME, 'hosts', ['a.example'], 'line.json', { on: 'hosts' }),
  put('no home url', 'lines/_base/line.json', 'redirects/homeUrl', 'console', 'homeUrl'),
  put('a hotline that is a number', RENDERBUS, 'contacts/hotline', 4000000000, 'string'),
  put('owners forgotten', BASE, 'owners', [], 'owners'),
  // Screens
  put('a field of a form misspelt', SIGN_IN, 'forms/password/fields/0', 'acount', 'account'),
  put('an event of a form misspelt', SIGN_IN, 'forms/password/event', 'sign-in-pasword', 'sign-in-password'),
  put('a kind misspelt', SIGN_IN, 'kind', 'forms', 'form'),
  put('a block misspelt', SIGN_IN, 'after/0/block', 'provider', 'providers'),
  put('an offer of a condition misspelt', SIGN_IN, 'forms/code/when/offer', 'phoneSignin', 'phoneSignIn'),
  put('a state with an error misspelt', SIGN_IN, 'states/locked/error', 'Account.Lock', 'Account.Locked'),
  put('a link to a screen misspelt', SIGN_IN, 'after/1/links/1/screen', 'regster', 'register'),
  put('a link to a screen without hyphen', REGISTER, 'after/0/links/0/screen', 'signin', 'sign-in'),
  put('a tone misspelt', SIGN_IN, 'before/2/tone', 'warn', 'warning'),
  put('username taken out of register by phone', REGISTER, 'forms/phone/fields/2', undefined, 'username', {
    on: 'forms/phone',
  }),
  put('agreement taken out of register by phone', REGISTER, 'forms/phone/fields/6', undefined, 'agreement', {
    on: 'forms/phone',
  }),
  put('e-mail taken out of register by e-mail', REGISTER, 'forms/email/fields/0', undefined, 'email', {
    on: 'forms/email',
  }),
  put('a required username made optional', REGISTER, 'forms/phone/fields/2/optional', true, 'username', {
    on: 'forms/phone/fields/2',
  }),
  put('a field twice in a form', REGISTER, 'forms/phone/fields/3', 'phone', 'phone'),
  put('a field written as "fields"', REGISTER, 'forms/phone/fields/0', { fields: 'phone' }, 'field', {
    on: 'forms/phone/fields/0/fields',
  }),
  put('a condition three levels deep', REGISTER, 'before/0/when',
    { all: [{ any: [{ all: [{ offer: 'agentBanner' }, { offer: 'miniProgram' }] }, { offer: 'qrSignIn' }] }] }, 'deep', {
      on: 'before/0/when/all/0/any/0/all',
    }),
  put('a form waits for a field', SIGN_IN, 'forms/code/when', { field: 'account' }, 'when', { on: 'forms/code/when/field' }),
  put('a condition with "equals"', REGISTER, 'before/0/when', { line: 'zone', equals: 'overseas' }, 'is', {
    on: 'before/0/when/equals',
  }),
  put('a condition on a flag nobody sets', REGISTER, 'before/3/when/flag', 'otherSites', 'otherSite'),
  put('a layout misspelt', SIGN_IN, 'layout', 'splt', 'split'),
  // Rules
  put('a minimum above the maximum', 'schemas/fields/username.json', 'rule/minLength', 24, 'maxLength'),
  put('a line’s maximum under the base’s minimum', 'lines/renderbus/fields/username.json', [], { rule: { maxLength: 4 } }, 'minLength', {
    on: '"maxLength"',
  }),
  put('an e-mail shorter than any', 'schemas/fields/email.json', 'rule/maxLength', 4, 'minLength'),
  put('a login field shorter than an e-mail may be', 'schemas/fields/account.json', 'rule/maxLength', 30, 'email'),
  put('a login field longer than a username may be', 'schemas/fields/account.json', 'rule/minLength', 8, 'username'),
  put('a widget misspelt', 'schemas/fields/username.json', 'widget', 'texts', 'text'),
  put('a checkbox for a text', 'schemas/fields/username.json', 'widget', 'checkbox', 'checkbox'),
  put('a text box for yes and no', 'schemas/fields/auto-sign-in.json', 'widget', 'text', 'text'),
  put('a pattern without anchors', 'schemas/fields/username.json', 'rule/pattern', '[0-9A-Za-z_]*', '^'),
  put('a pattern with a length', 'schemas/fields/username.json', 'rule/pattern', '^[0-9A-Za-z_]{6,20}$', 'minLength'),
  put('a pattern that no length can meet', 'schemas/fields/code.json', 'rule/pattern', '^[0-9]$', 'no value'),
  put('a password that needs more kinds than it has room', 'schemas/fields/new-password.json', 'rule',
    { type: 'string', minLength: 1, maxLength: 2, allOf: [
      { title: 'lowerCase', pattern: '^[^a-z]*[a-z][\\s\\S]*$' },
      { title: 'upperCase', pattern: '^[^A-Z]*[A-Z][\\s\\S]*$' },
      { title: 'digit', pattern: '^[^0-9]*[0-9][\\s\\S]*$' },
      { title: 'edges', pattern: '^[^ ]([\\s\\S]*[^ ])?$' } ] }, 'no value', { on: 'rule' }),
  put('a list of minimum above maximum', 'schemas/fields/software.json', 'rule/minItems', 40, 'maxItems'),
  put('a rule "min" of another language', 'schemas/fields/username.json', 'rule/min', 6, 'minLength'),
  put('an option the enum has not', 'schemas/fields/business-type.json', 'rule/enum/0', 'stills', 'still'),
  put('an autocomplete misspelt', 'schemas/fields/username.json', 'autocomplete', 'user-name', 'username'),
  put('a required flag in a field', 'schemas/fields/username.json', 'required', true, 'required'),
  put('a label in a field', 'schemas/fields/username.json', 'label', 'User name', 'label'),
  // Looks
  put('a colour by name', THEME, 'color/light/accent', 'red', '#'),
  put('a colour that cannot be read', THEME, 'color/light/text', '#dddddd', '4.5'),
  put('a font size in px', THEME, 'type/base', '16px', 'number'),
  put('a drawing that is not there', THEME, 'art/logo', 'logo2.svg', 'logo'),
  put('a token misspelt', THEME, 'color/light/acent', '#123456', 'accent'),
  // Banners
  put('a banner with an amount of its own', 'lines/renderbus/register-static/promotion.json', 'text/en', 'Get 30 yuan now.', 'number'),
  put('a banner with an amount misspelt', 'lines/renderbus/register-static/promotion.json', 'text/en', 'Get {newUsr} yuan now.', 'newUser'),
  put('a banner without its other language', 'lines/renderbus/register-static/promotion.json', 'text/zh', undefined, 'zh', { on: 'text' }),
  // Files
  swap('a comma too many in a line', RENDERBUS, '"rechargeCoupons": true', '"rechargeCoupons": true,', 'comma', { on: '"rechargeCoupons": true' }),
  swap('a comma forgotten in a line', RENDERBUS, '"id": 0,', '"id": 0', 'comma', { on: '"id": 0' }),
  swap('a curly quote in JSON', RENDERBUS, '"_domestic"', '“_domestic”', 'JSON'),
  swap('a brace forgotten at the end of a screen', SIGN_IN, '"states": {', '"states": ', 'JSON', { on: '"initial": {}' }),
  whole('an empty line file', FOX, '', 'empty', { on: [] }),
  whole('a line file deleted', FOX, null, 'foxrenderfarm', { on: [] }),
  whole('a screen in a misspelt file', 'lines/renderbus/screens/signin.json', '{\n  "$schema": "../../../schemas/config/screen.json",\n  "layout": "plain"\n}\n', 'sign-in.json', { on: [] }),
  whole('a file of a kind unknown', 'lines/renderbus/lines.json', '{}\n', 'line.json', { on: [] }),
  whole('a catalog of a language not offered', 'lines/renderbus/messages/de.json', '{\n  "$schema": "../../../schemas/config/messages.json",\n  "line.brand": "Renderbus"\n}\n', 'offered', { on: [] }),
];
