/** Checks facts of a line that are true or not in the world: its currency, the systems of its clients, whose name is another's. */
import type { Line } from '../../generated/config.ts';
import { heightOf, topmost } from './blame.ts';
import { nearest } from './fault.ts';
import type { Scope } from './scope.ts';

/** What people say for a currency, and its code. */
const SAID: Readonly<Record<string, string>> = { RMB: 'CNY', CNH: 'CNY', NTD: 'TWD', STG: 'GBP', UKP: 'GBP' };

/** Those that a slip of the finger is most likely about. */
const COMMON = ['USD', 'EUR', 'GBP', 'CNY', 'JPY', 'HKD', 'TWD', 'KRW', 'SGD', 'AUD', 'CAD', 'INR'];

/** The codes of ISO 4217. */
export const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export function checkCurrency(scope: Scope): void {
  const { currency } = scope.line.line;
  if (typeof currency !== 'string' || CURRENCIES.has(currency)) return;
  const others = Object.values(scope.all).flatMap(({ line }) => (CURRENCIES.has(line.currency) ? line.currency : []));
  const meant = SAID[currency] ?? nearest(currency, others) ?? nearest(currency, COMMON);
  const fix = meant === undefined ? 'write a code of ISO 4217, such as EUR' : `write "${meant}"`;
  scope.report('line', ['currency'], `no currency has the code ${currency}`, fix);
}

/** System → words by which a client's id tells it. */
const SYSTEMS: Readonly<Record<Line['downloads'][number]['system'], readonly string[]>> = {
  windows: ['windows', 'win', 'win32', 'win64'],
  macos: ['macos', 'mac', 'osx'],
  linux: ['linux', 'ubuntu', 'centos', 'debian'],
};

/** A client whose id tells a system is for that one. */
export function checkSystems(scope: Scope): void {
  const downloads = scope.line.line.downloads ?? [];
  for (const [index, { id, system }] of downloads.entries()) {
    // Of one id twice it is told that it is there twice.
    if (downloads.filter((other) => other.id === id).length > 1) continue;
    const words = id.toLowerCase().split('-');
    const told = Object.entries(SYSTEMS).flatMap(([name, ids]) =>
      words.some((word) => ids.includes(word)) ? name : [],
    );
    const [other] = told;
    if (other === undefined || told.includes(system)) continue;
    scope.report('line', ['downloads', index, 'system'], `download "${id}" is for ${system}`, `write "${other}"`);
  }
}

/** The coupon that an offer is about, `newUser` of `newUserCoupon`, is there where it is offered (the texts ask for that), and nowhere else. */
export function checkCoupons(scope: Scope): void {
  const { line } = scope;
  const { coupons = {}, offers = {} } = line.line;
  for (const [offer, isOn] of Object.entries(offers)) {
    const [, coupon = ''] = /^(\w+)Coupon$/.exec(offer) ?? [];
    if (isOn || !Object.hasOwn(coupons, coupon)) continue;
    const fix = `write "${offer}": true, or "${coupon}": null in "coupons"`;
    const { document, at } = topmost(
      line,
      { document: 'line', at: ['offers', offer], fix },
      { document: 'line', at: ['coupons', coupon], fix },
    );
    const message = `coupon "${coupon}" is given, and "${offer}" is not offered`;
    scope.report(document, at, message, fix, 'key', `coupon ${coupon}`);
  }
}

/** Each client has an address of its own. */
export function checkDownloads(scope: Scope): void {
  const { downloads = [] } = scope.line.line;
  for (const [index, { id, url }] of downloads.entries()) {
    const first = downloads.findIndex((other) => other.url === url);
    const { id: other } = downloads[first] ?? { id };
    if (first >= index || other === id) continue;
    const message = `download "${id}" has the address of download "${other}"`;
    scope.report('line', ['downloads', index, 'url'], message, `write where ${id} is, or delete one of the two`);
  }
}

/** Where a document of a line most likely is: where it is on the hosts of others. */
function ownAddress({ line, all }: Scope, id: string): string | undefined {
  const paths = Object.values(all).flatMap(({ name, line: { links = {} } }) =>
    name !== line.name && links[id] !== undefined && URL.canParse(links[id]) ? new URL(links[id]).pathname : [],
  );
  const most = [...new Set(paths)].sort(
    (a, b) => paths.filter((path) => path === b).length - paths.filter((path) => path === a).length,
  )[0];
  return most === undefined ? undefined : `https://${line.line.brandHost}${most}`;
}

/** Each document that is agreed to is somewhere else than any other link of the line. */
export function checkDocuments(scope: Scope): void {
  const { links = {}, agreements = {} } = scope.line.line;
  for (const address of new Set(Object.values(links))) {
    // The address is the one's whose name it has.
    const isNamed = (id: string): number => Number(address.toLowerCase().includes(id.toLowerCase()));
    const there = Object.keys(links).filter((id) => links[id] === address);
    const [right = '', ...others] = there.sort((a, b) => isNamed(b) - isNamed(a));
    for (const wrong of others) {
      if (!Object.hasOwn(agreements, right) && !Object.hasOwn(agreements, wrong)) continue;
      const own = ownAddress(scope, wrong);
      const fix = own === undefined || own === address ? `write where "${wrong}" is` : `write "${own}"`;
      scope.report('line', ['links', wrong], `link "${wrong}" has the address of link "${right}"`, fix);
    }
  }
}

/** A line that a business type is called after registers that one. */
export function checkBusinessTypes({ line, report }: Scope): void {
  const { businessTypes = [] } = line.line;
  if (!Object.hasOwn(line.enums.businessType ?? {}, line.name) || businessTypes.includes(line.name)) return;
  const at = ['businessTypes', ...(businessTypes.length === 1 ? [0] : [])];
  const message = `line ${line.name} registers ${businessTypes.join(', ')}, and there is a business type of its own`;
  report('line', at, message, businessTypes.length === 1 ? `write "${line.name}"` : `add "${line.name}"`);
}

/** What an error or a preview says of another line does not name this one. */
export function checkOtherBrand(scope: Scope): void {
  const { line } = scope;
  const own = new Set(Object.values(line.messages).flatMap((texts) => texts['line.brand'] ?? []));
  const brands = Object.values(scope.all).flatMap((other) =>
    other === line ? [] : Object.values(other.messages).flatMap((texts) => texts['line.brand'] ?? []),
  );
  const check = (document: string, at: readonly string[], params: object | undefined, file: string): void => {
    for (const [name, value] of Object.entries(params ?? {})) {
      if (!/^other[A-Z]/.test(name) || typeof value !== 'string' || !own.has(value)) continue;
      const place = [...at, name];
      const isOwn = heightOf(line, line.origin(document, place)) === line.layers.length - 1;
      const such = brands.find((brand) => !own.has(brand)) ?? '…';
      const message = `"${name}" is ${value}, which is line ${line.name} itself`;
      const fix = isOwn
        ? `write another line's name, such as "${such}"`
        : `write "${such}" there in lines/${line.name}/${file}`;
      scope.report(document, place, message, fix);
    }
  };
  for (const [code, { params }] of Object.entries(line.errors.codes ?? {}))
    check('errors', ['codes', code, 'params'], params, 'errors.json');
  for (const [id, { states }] of Object.entries(line.screens))
    for (const [state, { params }] of Object.entries(states ?? {}))
      check(`screens/${id}`, ['states', state, 'params'], params, `screens/${id}.json`);
}
