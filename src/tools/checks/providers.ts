/** Checks providers.json, and which of its providers a line offers. */
import type { Messages, Provider, Providers } from '../../generated/config.ts';
import { layerOf, topmost } from './blame.ts';
import { unknownCall } from './misnamed-calls.ts';
import type { Scope } from './scope.ts';

/** Property of a provider, the enumeration it names a value of, and what that is called. */
const NAMED = [
  ['type', 'thirdPartyType', 'third-party type'],
  ['loginType', 'loginType', 'login type'],
  ['linkedLoginType', 'loginType', 'login type'],
] as const;

/** Ways that take a widget of the provider's, by adapter. */
const WIDGETS: Readonly<Record<Provider['adapter'], readonly string[]>> = {
  wechat: ['frame'],
  qq: ['frame'],
  google: ['frame', 'post'],
  apple: [],
  dingtalk: ['frame'],
  'openid-connect': [],
};

/** Base addresses that an adapter speaks to. */
const ENDPOINTS: Readonly<Record<Provider['adapter'], readonly string[]>> = {
  wechat: ['open', 'api'],
  qq: ['graph', 'connect'],
  google: ['issuer', 'jwks'],
  apple: ['issuer'],
  dingtalk: ['login', 'api', 'oapi'],
  'openid-connect': ['issuer'],
};

/** An adapter speaks one vendor's protocol, at that vendor's addresses; that of OpenID Connect speaks to any. */
function checkAdapter(scope: Scope, id: string, { adapter, endpoints }: Provider): boolean {
  const takes: readonly string[] | undefined = ENDPOINTS[adapter];
  if (takes === undefined) return true;
  const others = Object.keys(endpoints).filter((name) => !takes.includes(name));
  const [other] = others;
  if (other === undefined) return true;
  const fitting = Object.entries(ENDPOINTS).find(([, names]) =>
    Object.keys(endpoints).every((name) => names.includes(name)),
  );
  if (fitting) {
    const message = `adapter ${adapter} does not speak to the endpoints of this provider: ${Object.keys(endpoints).join(', ')}`;
    scope.report('providers', [id, 'adapter'], message, `write "${fitting[0]}"`);
  } else {
    const message = `adapter ${adapter} has no endpoint "${other}"`;
    scope.report('providers', [id, 'endpoints', other], message, `write one of: ${takes.join(', ')}`, 'key');
  }
  return false;
}

export function checkProviders(scope: Scope): void {
  const { line, calls, enums, providers } = scope.line;
  const offered = line.providers ?? [];
  for (const [index, id] of offered.entries()) {
    if (!providers[id]) scope.unknown('line', ['providers', index], 'provider', id, Object.keys(providers));
  }
  const written = (scope.line.documents.providers?.value ?? {}) as Providers;
  for (const [id, provider] of Object.entries(providers)) {
    checkName(scope, id, provider.name);
    const speaks = checkAdapter(scope, id, provider);
    for (const [property, enumeration, kind] of NAMED) {
      const known = Object.keys(enums[enumeration] ?? {});
      const value = provider[property];
      if (value !== undefined && !known.includes(value)) scope.unknown('providers', [id, property], kind, value, known);
      const number = written[id]?.[property];
      const other = known.find((name) => name !== id && enums[enumeration]?.[name] === number);
      if (typeof number !== 'number' || other === undefined) continue;
      const message = `${kind} ${number} is that of "${other}"`;
      scope.report('providers', [id, property], message, `write a number that no other name of "${enumeration}" has`);
    }
    const widgets: readonly string[] | undefined = WIDGETS[provider.adapter];
    const ways = ['redirect', 'popup', ...(widgets ?? [])];
    for (const [index, way] of provider.ways.entries()) {
      if (!speaks || widgets === undefined || ways.includes(way)) continue;
      const message = `the adapter ${provider.adapter} has no way "${way}"`;
      scope.report('providers', [id, 'ways', index], message, `write one of: ${ways.join(', ')}`);
    }
    // What no line offers may name a call that this line left out.
    if (offered.includes(id) && !calls.calls?.[provider.call]) {
      unknownCall(scope, 'providers', [id, 'call'], provider.call);
    }
  }
  const borrowed = checkBorrowed(scope);
  const others = offered.filter((id) => !borrowed.has(id));
  checkEnds(scope, others);
  checkCodes(scope, others);
  checkShared(scope);
  checkOffer(scope, offered.length);
}

/** A name by language has all that the line offers, but for those whose catalog names the provider. */
function checkName(scope: Scope, id: string, name: Provider['name']): void {
  if (typeof name !== 'object') return;
  for (const language of scope.line.line.languages?.offered ?? []) {
    const catalog = (scope.line.documents[`messages/${language}`]?.value ?? {}) as Messages;
    if (name[language] !== undefined || catalog[`frame.providers.${id}`] !== undefined) continue;
    scope.report('providers', [id, 'name'], `provider ${id} has no name in ${language}`, `add "${language}"`);
  }
}

/** A provider that names another's call, and leaves its own to nobody: the two are named after their providers. */
function checkBorrowed(scope: Scope): ReadonlySet<string> {
  const { providers, calls } = scope.line;
  const named = Object.values(providers).map(({ call }) => call);
  const isNamedAfter = (call: string, id: string): boolean => call.startsWith(`${id}-`);
  const borrowed = new Set<string>();
  for (const [id, { call }] of Object.entries(providers)) {
    const owner = Object.keys(providers).find((other) => other !== id && isNamedAfter(call, other));
    const own = Object.keys(calls.calls ?? {}).find((each) => isNamedAfter(each, id) && !named.includes(each));
    if (owner === undefined || own === undefined) continue;
    borrowed.add(id);
    scope.report('providers', [id, 'call'], `call "${call}" ends the sign-in of ${owner}`, `write "${own}"`);
  }
  return borrowed;
}

/** A call knows by itself whose sign-in it ends, or is told. */
function checkEnds(scope: Scope, offered: readonly string[]): void {
  const { providers, calls } = scope.line;
  const owners = new Map<string, string>();
  for (const id of offered) {
    const call = providers[id]?.call;
    if (call === undefined || calls.calls?.[call]?.body?.provider !== undefined) continue;
    const owner = owners.get(call);
    const message = `call "${call}" ends the sign-in of ${owner} too`;
    if (owner === undefined) owners.set(call, id);
    else scope.report('providers', [id, 'call'], message, `name a call of its own, or one whose body has "provider"`);
  }
}

/** A provider's faults are told by the call that ends its sign-in, and by those that tell of every provider's. */
function checkCodes(scope: Scope, offered: readonly string[]): void {
  const { providers, calls } = scope.line;
  const tellsOfSeveral = (fails: readonly string[]): boolean =>
    new Set(fails.flatMap((code) => /^(.+)\.Login\.(?:Failed|Timeout)$/.exec(code)?.[1] ?? [])).size > 1;
  const begins = Object.entries(calls.calls ?? {}).filter(([, { fails }]) => tellsOfSeveral(fails));
  for (const id of offered) {
    const { codes, call } = providers[id] ?? {};
    if (codes === undefined || call === undefined) continue;
    // Whose call it is by mistake is told already.
    const others = offered.filter((other) => other !== id && providers[other]?.call === call);
    const isShared = others.length > 0 && calls.calls?.[call]?.body?.provider === undefined;
    const own = [`${codes}.Login.Failed`, `${codes}.Login.Timeout`];
    const lacking = [...(isShared ? [] : [call]), ...begins.map(([name]) => name)].filter((name) =>
      own.some((code) => calls.calls?.[name]?.fails.includes(code) === false),
    );
    if (lacking.length === 0) continue;
    const message = `${own.join(' and ')} are not among "fails" of ${lacking.map((name) => `"${name}"`).join(', ')}`;
    scope.report('providers', [id, 'codes'], message, 'add them there, or write the word that its codes begin with');
  }
}

/** What tells one provider from another on the wire, with the enumeration of what that can be. */
const OWN = {
  type: 'thirdPartyType',
  loginType: 'loginType',
  linkedLoginType: 'loginType',
  codePurpose: 'codePurpose',
} as const;

/** What is one provider's own two say: the one is told that is not called so, of two like that the later. */
function checkShared(scope: Scope): void {
  const { providers, enums } = scope.line;
  for (const property of Object.keys(OWN) as (keyof typeof OWN)[]) {
    const saying = Object.entries(providers).filter(([, provider]) => provider[property] !== undefined);
    const taken = new Set(saying.map(([, provider]) => String(provider[property])));
    const known = Object.entries(enums[OWN[property]] ?? {});
    const isOf = (id: string, value: unknown): boolean =>
      known.some(([name, wire]) => (name === value || wire === value) && name.toLowerCase().includes(id));
    for (const [index, [id, provider]] of saying.entries()) {
      const value = provider[property];
      const others = saying.filter(([other], at) => {
        const isSame = other !== id && providers[other]?.[property] === value;
        return isSame && (isOf(other, value) === isOf(id, value) ? at < index : isOf(other, value));
      });
      const [other] = others[0] ?? [];
      if (other === undefined) continue;
      const isWire = known.every(([name]) => name !== value);
      const left = known.filter(([name, wire]) => !taken.has(String(isWire ? wire : name)));
      const own = left.find(([name]) => name.toLowerCase().includes(id));
      const fix = own ? `write "${isWire ? own[1] : own[0]}"` : 'write one that no other provider has';
      scope.report('providers', [id, property], `"${value}" is the ${property} of ${other} too`, fix);
    }
  }
}

/**
 * The offer and the list say the same: neither a heading without buttons, nor buttons that never show. What spoke last is
 * told, and the mend is for its file: where the other stands it is right for the lines beside.
 */
function checkOffer(scope: Scope, count: number): void {
  const { line } = scope;
  const isOffered = line.line.offers?.thirdPartySignIn;
  const list = { document: 'line', at: ['providers'] };
  const offer = { document: 'line', at: ['offers', 'thirdPartySignIn'] };
  const here = layerOf(line, list) === layerOf(line, offer) ? '' : ' here too';
  if (isOffered === true && count === 0) {
    const message = 'third-party sign-in is offered, and no provider is listed';
    const { at, fix } = topmost(
      line,
      { ...offer, fix: `add providers to "providers"${here}, or write false` },
      { ...list, fix: `write "thirdPartySignIn": false under "offers"${here}, or list providers` },
    );
    scope.report('line', at, message, fix);
  } else if (isOffered === false && count > 0) {
    const message = 'providers are listed, and third-party sign-in is not offered';
    const { at, fix } = topmost(
      line,
      { ...list, fix: `write "thirdPartySignIn": true under "offers"${here}, or an empty list` },
      { ...offer, fix: `write "providers": []${here}, or true` },
    );
    scope.report('line', at, message, fix);
  }
}
