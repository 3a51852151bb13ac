/** Checks line.json: identity, hosts, routes, languages, addresses. */
import { isDay } from '../../engine/calendar.ts';
import { pickLine } from '../../engine/pick-line.ts';
import { isDictionary } from '../documents.ts';
import type { Path, Place } from '../load.ts';
import { once } from '../memory.ts';
import type { ResolvedLine } from '../resolve.ts';
import { checkHome } from './addresses.ts';
import { heightOf } from './blame.ts';
import { mayHold, testsOf } from './conditions.ts';
import {
  checkBusinessTypes,
  checkCoupons,
  checkCurrency,
  checkDocuments,
  checkDownloads,
  checkOtherBrand,
  checkSystems,
} from './facts.ts';
import { suggest } from './fault.ts';
import { checkLanguages } from './languages.ts';
import { checkLimits } from './limits.ts';
import { timeFault } from './moments.ts';
import { checkRegions } from './regions.ts';
import type { Scope } from './scope.ts';

type Lines = Readonly<Record<string, ResolvedLine>>;

/** Who says a thing, of all lines, by what is said; looked up once for all of them. */
const index = (said: (line: ResolvedLine) => readonly unknown[]) =>
  once((all: Lines): ReadonlyMap<unknown, readonly ResolvedLine[]> => {
    const found = new Map<unknown, ResolvedLine[]>();
    for (const line of Object.values(all)) {
      for (const thing of new Set(said(line))) found.set(thing, [...(found.get(thing) ?? []), line]);
    }
    return found;
  });
const byId = index(({ line }) => [line.id]);
const byHost = index(({ line: { hosts } }) => (Array.isArray(hosts) ? hosts : []));

/**
 * Another line, if any, of those that claim the same, and is not the one to be told. Of two lines it is told of the one
 * that the thing is not named after, else of the later one.
 */
const claimed = ({ line }: Scope, claiming: readonly ResolvedLine[] = [], thing = ''): ResolvedLine | undefined =>
  claiming.find(({ name }) => {
    if (name === line.name) return false;
    const [ours, theirs] = [thing.includes(line.name), thing.includes(name)];
    return ours === theirs ? name < line.name : theirs;
  });

/** Where a line says something, in the middle of a sentence. */
const placeIn = (line: ResolvedLine, at: Path): string => {
  const { file = '', line: number } = line.origin('line', at) ?? {};
  return `${file}:${number}`;
};

export function checkLine(scope: Scope): void {
  checkIdentity(scope);
  checkRoutes(scope);
  checkLanguages(scope);
  checkAddresses(scope);
  checkLimits(scope);
  checkAgreements(scope);
  checkRegions(scope);
  checkCurrency(scope);
  checkSystems(scope);
  checkDownloads(scope);
  checkDocuments(scope);
  checkBusinessTypes(scope);
  checkCoupons(scope);
  checkOtherBrand(scope);
  const { maintenance } = scope.line.line;
  const wrong = maintenance && timeFault(maintenance);
  if (wrong) scope.report('line', ['maintenance', ...wrong[0]], wrong[1], wrong[2]);
}

/** Each agreement is the document of a link, and stands since a day of the calendar. */
function checkAgreements(scope: Scope): void {
  const { links = {}, agreements = {} } = scope.line.line;
  for (const [id, { since }] of Object.entries(agreements)) {
    if (!Object.hasOwn(links, id))
      scope.unknown('line', ['agreements', id], 'link of the line', id, Object.keys(links), 'key');
    if (!isDay(since))
      scope.report(
        'line',
        ['agreements', id, 'since'],
        `"${since}" is no day of the calendar`,
        'write one such as 2026-11-01',
      );
  }
}

function checkIdentity(scope: Scope): void {
  const { line } = scope.line;
  const twin = line.id === undefined ? undefined : claimed(scope, byId(scope.all).get(line.id));
  if (twin !== undefined) {
    const ids = Object.values(scope.all).flatMap((other) => (typeof other.line.id === 'number' ? other.line.id : []));
    const message = `line ${twin.name} has id ${line.id} too (${placeIn(twin, ['id'])})`;
    scope.report('line', ['id'], message, `write another in one of the two, such as ${Math.max(...ids) + 1}`);
  }
  const hosts = line.hosts ?? [];
  const taken = hosts.flatMap((host, index) => {
    const owner = claimed(scope, byHost(scope.all).get(host), host);
    return owner === undefined ? [] : [{ host, index, owner }];
  });
  const [first] = taken;
  if (first !== undefined) {
    const { owner, index } = first;
    const names = taken.filter((each) => each.owner === owner).map(({ host }) => host);
    const at = Array.isArray(owner.line.hosts) ? owner.line.hosts.indexOf(first.host) : -1;
    const message = `line ${owner.name} claims ${names.length > 1 ? 'hosts' : 'host'} ${names.join(' and ')} too (${placeIn(owner, ['hosts', at])})`;
    scope.report(
      'line',
      ['hosts', index],
      message,
      `delete ${names.length > 1 ? 'them' : 'it'} from one of the two lines`,
    );
    // What its own host is, the others say wrongly.
    return;
  }
  const served = hosts.some(
    (host) => host === line.brandHost || (host.startsWith('*.') && line.brandHost?.endsWith(host.slice(1))),
  );
  if (line.brandHost !== undefined && hosts.length > 0 && !served) {
    const whole = hosts.filter((host) => !host.startsWith('*'));
    const fix = suggest(line.brandHost, whole, 'write one of the hosts');
    scope.report('line', ['brandHost'], `brandHost ${line.brandHost} is not among the hosts`, fix);
  }
}

function checkRoutes(scope: Scope): void {
  const { line, screens } = scope.line;
  const owners = new Map<string, string>();
  for (const [screen, routes] of Object.entries(line.routes ?? {})) {
    if (!screens[screen]) {
      scope.unknown('line', ['routes', screen], 'screen', screen, Object.keys(screens), 'key');
    }
    for (const [index, route] of routes.entries()) {
      const owner = owners.get(route);
      if (owner !== undefined) {
        const message = owner === screen ? `route ${route} twice` : `route ${route} belongs to screen ${owner}`;
        scope.report('line', ['routes', screen, index], message, 'give each screen a route of its own');
      } else owners.set(route, screen);
    }
  }
  for (const [path, screen] of Object.entries(line.forwards ?? {})) {
    const at = ['forwards', path];
    const owner = owners.get(path);
    if (owner !== undefined)
      scope.lack('line', at, `${path} is the address of screen ${owner}`, 'delete it, or the route', 'key');
    else if (screens[screen] && !line.routes?.[screen]?.length)
      scope.lack('line', at, `${path} leads to screen ${screen}, which has no route`, 'delete it, or add the route');
    else if (!line.routes?.[screen]?.length)
      scope.unknown('line', at, 'screen', screen, Object.keys(line.routes ?? {}));
  }
  checkAddressed(scope);
  if (line.home !== undefined && !screens[line.home]) {
    scope.unknown('line', ['home'], 'screen', line.home, Object.keys(screens));
  }
}

/** Each screen that the line may show has an address. */
function checkAddressed(scope: Scope): void {
  const { line, screens, documents } = scope.line;
  const taken = new Map<string, { readonly place: Place; readonly ids: string[] }>();
  for (const [id, screen] of Object.entries(screens)) {
    // A screen that the line does not offer needs no address.
    if (line.routes?.[id] || !mayHold(screen.when, scope.line)) continue;
    // Where a layer takes the route away, that is the place.
    const taking = (documents.line?.files ?? []).findLast(
      ({ value }) => isDictionary(value) && isDictionary(value.routes) && value.routes[id] === null,
    );
    const offered = testsOf(screen.when).flatMap(({ offer }) => (offer && line.offers?.[offer] ? offer : []));
    const [offer] = taking ? offered : [];
    if (offer !== undefined && taking) {
      const place = taken.get(offer)?.place ?? taking.place(['routes', id]);
      taken.set(offer, { place, ids: [...(taken.get(offer)?.ids ?? []), id] });
    } else if (taking) {
      const message = `screen ${id} loses its address here, and the line shows it`;
      scope.reportAt(taking.place(['routes', id]), message, `delete "${id}": null`);
    } else scope.lack(`screens/${id}`, [], `screen ${id} has no route`, `add "${id}" to "routes" of line.json`);
  }
  for (const [offer, { place, ids }] of taken) {
    const message = `${offer} is offered, and its screens have no route: ${ids.join(', ')}`;
    const nulls = ids.map((id) => `"${id}": null`).join(', ');
    // Where a layer below offers it, the one that took the routes spoke last.
    const isBelow = heightOf(scope.line, scope.line.origin('line', ['offers'])) < heightOf(scope.line, place);
    if (isBelow) scope.reportAt(place, message, `write "${offer}": false under "offers" here too, or delete ${nulls}`);
    else
      scope.report('line', ['offers'], message, `write "${offer}": false, or leave them their routes: delete ${nulls}`);
  }
}

function checkAddresses(scope: Scope): void {
  const { line, enums } = scope.line;
  for (const [index, origin] of (line.redirects?.origins ?? []).entries()) {
    if (!/^https:\/\/[a-z0-9.-]+(:[0-9]+)?$/.test(origin)) {
      const host = origin
        .replace(/^[a-z]*:\/*/i, '')
        .replace(/\/.*$/, '')
        .toLowerCase();
      const message = `redirect origin ${origin} is not an exact https origin`;
      scope.report('line', ['redirects', 'origins', index], message, `write "https://${host.replace('*.', 'www.')}"`);
    }
  }
  const home = line.redirects?.homeUrl;
  if (home !== undefined && !/^(\/(?!\/)|https:\/\/)/.test(home)) {
    scope.report(
      'line',
      ['redirects', 'homeUrl'],
      `homeUrl ${home} is neither a path nor an https address`,
      'write /… or https://…',
    );
  }
  checkHome(scope);
  const types = Object.keys(enums.businessType ?? {});
  for (const [index, type] of (line.businessTypes ?? []).entries()) {
    if (!types.includes(type)) scope.unknown('line', ['businessTypes', index], 'business type', type, types);
  }
  const other = line.otherZone?.line;
  const names = scope.lines.filter((name) => name !== scope.line.name);
  if (other !== undefined && !names.includes(other)) {
    scope.unknown('line', ['otherZone', 'line'], 'line', other, names);
  } else if (other !== undefined && scope.all[other]?.line.zone === line.zone) {
    const message = `line "${other}" is of the same zone, ${line.zone}`;
    scope.report('line', ['otherZone', 'line'], message, 'name a line of the other zone');
  } else if (other !== undefined) checkOtherZone(scope, other);
  const seen = new Set<string>();
  for (const [index, { id }] of (line.downloads ?? []).entries()) {
    if (seen.has(id))
      scope.report('line', ['downloads', index, 'id'], `download "${id}" twice`, 'give each an id of its own');
    seen.add(id);
  }
}

/** The address of the line of the other zone is on that line's own host. */
function checkOtherZone(scope: Scope, name: string): void {
  const { url = '' } = scope.line.line.otherZone ?? {};
  const { hosts = [], brandHost = hosts[0] } = scope.all[name]?.line ?? {};
  if (!URL.canParse(url) || hosts.length === 0) return;
  const { host, pathname } = new URL(url);
  if (pickLine({ setting: undefined, host, lines: [{ name, hosts }], fallback: name }).by !== 'fallback') return;
  const message = `otherZone leads to line ${name}, and its address is on no host of that line: ${host}`;
  scope.report('line', ['otherZone', 'url'], message, `write https://${brandHost}${pathname}`);
}
