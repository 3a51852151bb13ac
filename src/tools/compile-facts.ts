/** What a line's pages know of it, whatever their language. */
import { type KnownProvider, type LineFacts, type ProviderFacts, READ_LIMITS } from '../engine/pack.ts';
import { languageQuery } from '../engine/pick-language.ts';
import { iconParts } from '../engine/provider-icon.ts';
import type { Line } from '../generated/config.ts';
import type { ResolvedLine } from './resolve.ts';

const FACTS = [
  'id',
  'zone',
  'languages',
  'routes',
  'home',
  'offers',
  'channel',
  'platform',
  'biz',
  'accessId',
  'wording',
  'passwordDigest',
  'passwordSalt',
  'limits',
  'redirects',
  'captcha',
  'coupons',
  'contacts',
  'currency',
  'links',
  'phone',
] as const;

/** The providers that the line offers, in order. */
export function offeredProviders({ line, providers }: ResolvedLine): [id: string, provider: KnownProvider][] {
  return line.providers.map((id) => {
    const provider = providers[id];
    if (provider === undefined) throw new Error(`No provider ${id}.`);
    return [id, provider];
  });
}

/** Name of a provider's drawing among the line's artwork. */
const drawingOf = (id: string): string => `provider-${id}.svg`;

/** The drawings of the providers that a line offers, by name: files of their own, so that no page carries them. */
export function providerDrawings(resolved: ResolvedLine): Readonly<Record<string, string>> {
  const drawings = offeredProviders(resolved).map(([id, { icon, color }]) => {
    const paths = iconParts(icon).map((part) => `<path${part.color ? ` fill="${part.color}"` : ''} d="${part.path}"/>`);
    return [
      drawingOf(id),
      `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><style>svg{fill:${color.light}}@media (prefers-color-scheme:dark){svg{fill:${color.dark}}}</style>${paths.join('')}</svg>`,
    ];
  });
  return Object.fromEntries(drawings);
}

/** Of the limits, those that a page reads, counts down or names; the others are the service's own. */
function pageLimits({ line, flow, messages }: ResolvedLine): LineFacts['limits'] {
  const read: readonly string[] = READ_LIMITS;
  const counted = Object.values(flow.timers ?? {}).map(({ limit }) => limit);
  const sentences = Object.values(messages).flatMap(Object.values).join('\n');
  const used = Object.entries(line.limits).filter(
    ([name]) =>
      read.includes(name) || counted.some((limit) => limit === name) || new RegExp(`\\{\\s*${name}\\b`).test(sentences),
  );
  return Object.fromEntries(used) as LineFacts['limits'];
}

/** The matching line's address in the visitor's language: the other site has a default of its own. */
export function inLanguage(facts: LineFacts, language: string): LineFacts {
  if (facts.otherZone === undefined) return facts;
  const url = new URL(facts.otherZone.url);
  url.searchParams.set('lang', languageQuery(language, facts.languages));
  return { ...facts, otherZone: { ...facts.otherZone, url: String(url) } };
}

/** @param asset file name of the line's assets → address. */
export function lineFacts(resolved: ResolvedLine, asset: (file: string) => string): LineFacts {
  const { name, line } = resolved;
  const facts = Object.fromEntries(FACTS.map((fact) => [fact, line[fact]])) as unknown as Pick<
    Line,
    (typeof FACTS)[number]
  >;
  return {
    name,
    ...facts,
    limits: pageLimits(resolved),
    agreements: Object.fromEntries(Object.entries(line.agreements).map(([id, { version }]) => [id, version])),
    providers: offeredProviders(resolved).map(([id, { ways }]) => ({
      id,
      icon: asset(drawingOf(id)),
      way: ways[0] as ProviderFacts['way'],
    })),
    ...(line.otherZone === undefined ? {} : { otherZone: line.otherZone }),
    ...(line.collection === undefined ? {} : { collection: line.collection }),
  };
}
