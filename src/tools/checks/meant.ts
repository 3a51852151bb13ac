/** Names that say one thing beside a value that says another: both exist, and only one of them is meant. */
import type { Condition, Line, Value } from '../../generated/config.ts';
import type { Path } from '../load.ts';
import { offerAt, testsOf } from './conditions.ts';
import { blocksOf, buttonsOf, linksOf, type Scope, statesOf } from './scope.ts';

/** A member of an enumeration that a value names. */
interface Member {
  readonly enum: string;
  readonly is: string;
}

const memberOf = (value: unknown): Member | undefined =>
  typeof value === 'object' && value !== null && 'enum' in value && 'is' in value && typeof value.is === 'string'
    ? (value as Member)
    : undefined;

/** A link or button called after one screen that leads to another. */
function checkTargets({ line, report }: Scope, document: string, at: Path, target: object): void {
  const { id, screen } = target as { readonly id?: string; readonly screen?: string };
  if (id === undefined || screen === undefined || id === screen) return;
  if (line.screens[id] === undefined || line.screens[screen] === undefined) return;
  report(document, [...at, 'screen'], `"${id}" leads to screen ${screen}`, `write "${id}", or give it another id`);
}

const offerOf = (banner: string) => `${banner}Banner` as keyof Line['offers'];

/** A file of banners that another file's offer shows. */
function checkBannerOffer({ line, report }: Scope, document: string, at: Path, file: string, when?: Condition): void {
  const offers = testsOf(when).flatMap(({ offer }) => offer ?? []);
  const own = offerOf(file);
  const other = offers.find((offer) => offer !== own && offer.endsWith('Banner'));
  if (other === undefined || offers.includes(own) || !Object.hasOwn(line.line.offers, own)) return;
  const place = offerAt(when, other, [...at, 'when']);
  if (place) report(document, place, `banners of ${file}.json are shown where "${other}" is offered`, `write "${own}"`);
}

function checkScreens(scope: Scope): void {
  const { line, report } = scope;
  for (const [id, screen] of Object.entries(line.screens)) {
    const document = `screens/${id}`;
    for (const { at, link } of linksOf(id, screen)) checkTargets(scope, document, at, link);
    for (const { at, button } of buttonsOf(screen)) checkTargets(scope, document, at, button);
    for (const { at, block } of blocksOf(screen))
      if (block.block === 'banner') checkBannerOffer(scope, document, at, block.file, block.when);
    if (screen.kind !== 'qr' || screen.expired === 'expired') continue;
    if (screen.states.expired === undefined || screen.states[screen.expired] === undefined) continue;
    const message = `an expired picture shows state "${screen.expired}", and there is one named "expired"`;
    report(document, ['expired'], message, 'write "expired"');
  }
}

/** One of a list of named values is sent beside a field that another one of them is called after. */
function checkSent({ line, report }: Scope, at: Path, sent: Readonly<Record<string, Value>>): void {
  const values = Object.entries(sent);
  const fields = values.flatMap(([, value]) => ('field' in value && value.field !== undefined ? [value.field] : []));
  for (const [property, value] of values) {
    const member = memberOf(value);
    const known = member && line.enums[member.enum];
    const [field, ...others] = known ? fields.filter((each) => Object.hasOwn(known, each)) : [];
    if (member === undefined || field === undefined || others.length > 0 || field === member.is) continue;
    const message = `"${property}" is ${member.is}, and what is sent beside it is field ${field}`;
    report('flow', [...at, property, 'is'], message, `write "${field}"`);
  }
}

/** Two values of an outcome that are kept of one: one of them was to be another. */
function checkKept({ report }: Scope, at: Path, keeps: Readonly<Record<string, unknown>>): void {
  const from = new Map<string, string>();
  for (const [name, value] of Object.entries(keeps)) {
    if (typeof value !== 'object' || value === null || !('flow' in value)) continue;
    const source = String(value.flow);
    const before = from.get(source);
    from.set(source, name);
    if (before === undefined) continue;
    // Which of them is called like it is right.
    const end = /[A-Z][a-z]*$/.exec(source)?.[0];
    const wrong = end !== undefined && name.endsWith(end) && !before.endsWith(end) ? before : name;
    const message = `"${before}" and "${name}" are kept of one value, "${source}"`;
    report('flow', [...at, wrong], message, `write what "${wrong}" is to be, or delete it`);
  }
}

function checkFlows(scope: Scope): void {
  const { line, report } = scope;
  for (const [id, events] of Object.entries(line.flow.screens ?? {})) {
    const screen = line.screens[id];
    const shown = new Set(
      Object.values(events).flatMap((event) =>
        (event.outcomes ?? []).flatMap((each) => ('state' in each ? each.state : [])),
      ),
    );
    const states = screen && 'states' in screen && 'initial' in screen ? statesOf(screen).map(([name]) => name) : [];
    /** States that no answer shows. */
    const idle = states.filter((name) => !shown.has(name));
    for (const [name, event] of Object.entries(events)) {
      const at: Path = ['screens', id, name];
      checkSent(scope, [...at, 'with'], event.with ?? {});
      for (const [nth, outcome] of (event.outcomes ?? []).entries()) {
        const here = [...at, 'outcomes', nth];
        if ('keeps' in outcome) checkKept(scope, [...here, 'keeps'], outcome.keeps ?? {});
        if (!('state' in outcome) || outcome.state === undefined) continue;
        for (const value of Object.values(outcome.where ?? {})) {
          const member = memberOf(value)?.is;
          if (member === undefined || !idle.includes(member)) continue;
          const message = `an answer that is ${member} shows state "${outcome.state}", and nothing shows that of its name`;
          report('flow', [...here, 'state'], message, `write "${member}"`);
        }
      }
    }
  }
}

export function checkMeant(scope: Scope): void {
  checkScreens(scope);
  checkFlows(scope);
  for (const [code, { links = [] }] of Object.entries(scope.line.errors.codes ?? {}))
    for (const [nth, link] of links.entries()) checkTargets(scope, 'errors', ['codes', code, 'links', nth], link);
}

/** An old address that is another line's own of one screen, and leads to another one. */
export function checkForwards({ line, all, report }: Scope): void {
  for (const [address, screen] of Object.entries(line.line.forwards ?? {})) {
    // One that is the line's own is no old one.
    if (Object.values(line.line.routes ?? {}).some((paths) => paths?.includes(address))) continue;
    const own = Object.values(all).flatMap(({ line: other }) =>
      Object.entries(other.routes ?? {}).flatMap(([id, paths]) => (paths?.includes(address) ? id : [])),
    );
    const [meant] = own;
    if (meant === undefined || own.includes(screen)) continue;
    if (line.screens[meant] === undefined || line.screens[screen] === undefined) continue;
    const message = `"${address}" leads to ${screen}, and on other lines it is the address of ${meant}`;
    report('line', ['forwards', address], message, `write "${meant}"`);
  }
}
