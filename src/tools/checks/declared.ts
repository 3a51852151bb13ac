/** What may be declared and used by nothing, kind by kind. */

import type { Calls, Flow } from '../../generated/config.ts';
import { ART_BY_NAME } from '../art-by-name.ts';
import { facesOf } from '../face-files.ts';
import type { Path, Sources } from '../load.ts';
import type { ResolvedLine } from '../resolve.ts';
import { eventsOf } from './scope.ts';
import * as byCode from './used-by-code.ts';
import * as used from './used-names.ts';

export interface Declared {
  readonly name: string;
  /** Where, in which document; or the file that is it. */
  readonly document?: string;
  readonly at?: Path;
  readonly file?: string;
  /** The shared event that may have led to it, and to what of other screens has its name: one mistake. */
  readonly by?: string;
}

export const WRONG = 'nothing uses';

interface Kind {
  /** What the thing is called, and what is wrong with one: "nothing uses field "x"". */
  readonly what: string;
  readonly wrong?: string;
  readonly fix: string;
  /** Whether a name that is used elsewhere may be meant. */
  readonly isNear?: boolean;
  declared(line: ResolvedLine): readonly Declared[];
  used(line: ResolvedLine, sources: Sources): readonly string[];
}

const namesIn = (document: string, at: Path, object: object | undefined): Declared[] =>
  Object.keys(object ?? {}).map((name) => ({ document, at: [...at, name], name }));

/** Documents of a folder, each by its id. */
const documentsIn = (folder: string, all: object): Declared[] =>
  Object.keys(all).map((name) => ({ document: `${folder}/${name}`, at: [], name }));

const filesOf = (files: Readonly<Record<string, string>>): Declared[] =>
  Object.entries(files).map(([name, file]) => ({ name, file }));

/** As the files say it, without the calls and codes that are implied. */
const written = <T>(line: ResolvedLine, document: string) => (line.documents[document]?.value ?? {}) as Partial<T>;

export const callsOf = (line: ResolvedLine) => Object.entries(written<Calls>(line, 'calls').calls ?? {});

/** Calls that somebody else makes, as the data says. */
const forOthers = (line: ResolvedLine) => callsOf(line).flatMap(([id, call]) => (call.outside || call.for ? id : []));

/** The first event that a screen shares with others and that leads into states. */
function leading(line: ResolvedLine, screen: string): string | undefined {
  const { events = {}, screens = {} } = written<Flow>(line, 'flow');
  return Object.values(screens[screen] ?? {})
    .filter((event) => typeof event === 'string')
    .find((event) => events[event]?.outcomes?.some(({ state }) => state !== undefined));
}

const takenCalls = (line: ResolvedLine): string[] => [...used.usedCalls(line), ...forOthers(line), ...byCode.CALLS];

/** Calls that the data declares and nothing makes. */
export const unusedCalls = (line: ResolvedLine): string[] => {
  const taken = new Set(takenCalls(line));
  return callsOf(line).flatMap(([id]) => (taken.has(id) ? [] : id));
};

const isUsed = (line: ResolvedLine, enumeration: string): boolean =>
  used.usedEnumValues(line).some((name) => name.startsWith(`${enumeration}.`));

export const KINDS: readonly Kind[] = [
  {
    what: 'field',
    wrong: 'no form shows',
    fix: 'show it in a form, or delete it',
    declared: ({ fields }) => documentsIn('fields', fields),
    used: used.usedFields,
  },
  {
    what: 'call',
    wrong: 'nothing makes',
    fix: 'make it in an event or a live check, write "for": "other-front-ends", or delete it and its shape',
    declared: (line) => namesIn('calls', ['calls'], Object.fromEntries(callsOf(line))),
    used: takenCalls,
  },
  {
    what: 'header set',
    wrong: 'nothing is sent with',
    fix: 'name it in the "headers" of a call, or delete it',
    declared: (line) => namesIn('calls', ['headers'], written<Calls>(line, 'calls').headers),
    used: used.usedHeaderSets,
  },
  {
    what: 'shared event',
    wrong: 'no screen names',
    fix: 'name it in a screen, or delete it',
    declared: (line) => namesIn('flow', ['events'], written<Flow>(line, 'flow').events),
    used: (line) =>
      Object.values(written<Flow>(line, 'flow').screens ?? {}).flatMap((events) =>
        Object.values(events ?? {}).filter((event) => typeof event === 'string'),
      ),
  },
  {
    what: 'flow value',
    wrong: 'nothing reads',
    fix: 'read it, or delete it',
    isNear: true,
    declared: (line) => [
      ...callsOf(line).flatMap(([id, { keeps }]) => namesIn('calls', ['calls', id, 'keeps'], keeps)),
      ...eventsOf(line).flatMap(({ screen, name, event }) =>
        (event.outcomes ?? []).flatMap(({ keeps }, index) =>
          namesIn('flow', ['screens', screen, name, 'outcomes', index, 'keeps'], keeps),
        ),
      ),
    ],
    used: used.readValues,
  },
  {
    what: 'flag',
    wrong: 'no condition tests',
    fix: 'test it, or delete it',
    isNear: true,
    declared: (line) => [
      ...eventsOf(line).flatMap(({ screen, name, event }) =>
        (event.outcomes ?? []).flatMap(({ set }, index) =>
          namesIn('flow', ['screens', screen, name, 'outcomes', index, 'set'], set),
        ),
      ),
    ],
    used: used.testedFlags,
  },
  {
    what: 'funnel step',
    wrong: 'nothing counts',
    fix: 'name it in a screen or an event, or delete it',
    declared: (line) =>
      (line.flow.funnel ?? []).map((name, index) => ({ document: 'flow', at: ['funnel', index], name })),
    used: used.countedSteps,
  },
  {
    what: 'timer',
    fix: 'start it, or delete it',
    declared: (line) => namesIn('flow', ['timers'], written<Flow>(line, 'flow').timers),
    used: used.usedTimers,
  },
  {
    what: 'state',
    wrong: 'nothing leads to',
    fix: 'go to it in the flow, or delete it',
    declared: (line) =>
      Object.entries(line.screens).flatMap(([id, { kind, states }]) => {
        // Those of the other kinds are for previews: what was entered and answered leads there.
        if (kind === 'form' || kind === 'choice') return [];
        const event = leading(line, id);
        return Object.keys(states).map((state) => ({
          document: `screens/${id}`,
          at: ['states', state],
          name: `${id}.${state}`,
          ...(event !== undefined && { by: event }),
        }));
      }),
    used: used.usedStates,
  },
  {
    what: 'enumeration',
    fix: 'name its values where they are used, or delete it',
    declared: (line) => namesIn('enums', [], written(line, 'enums')),
    used: (line) => [...used.usedEnumValues(line).map((name) => name.replace(/\..*$/, '')), ...byCode.ENUMERATIONS],
  },
  {
    what: 'value',
    fix: 'name it where it is used, or delete it',
    declared: (line) =>
      Object.entries(written<Record<string, object>>(line, 'enums')).flatMap(([name, values = {}]) =>
        byCode.ENUMERATIONS.includes(name) || !isUsed(line, name)
          ? []
          : Object.keys(values).map((value) => ({ document: 'enums', at: [name, value], name: `${name}.${value}` })),
      ),
    used: used.usedEnumValues,
  },
  {
    what: 'stored key',
    wrong: 'nothing writes',
    fix: 'let a call save it or the address bring it, or delete it',
    declared: ({ stored }) => namesIn('stored', ['keys'], stored.keys),
    used: (line) => [...used.writtenKeys(line), ...byCode.KEYS],
  },
  {
    what: 'parameter',
    wrong: 'nothing reads',
    fix: 'name it in "fields" or in a "query", or delete it',
    declared: ({ stored }) => namesIn('stored', ['query', 'stripped'], stored.query?.stripped),
    used: used.readParameters,
  },
  {
    what: 'provider',
    wrong: 'no line offers',
    fix: 'add it to the "providers" of a line, or delete it',
    declared: (line) => namesIn('providers', [], written(line, 'providers')),
    used: ({ line }) => line.providers,
  },
  {
    what: 'link',
    fix: 'name it in a link or a text, or delete it',
    declared: ({ line }) => namesIn('line', ['links'], line.links),
    used: (line) => [...used.usedLinks(line), ...byCode.LINKS],
  },
  {
    what: 'coupon',
    wrong: 'no text names',
    fix: 'write it into a text or a banner, or delete it',
    declared: ({ line }) => namesIn('line', ['coupons'], line.coupons),
    // What is given at registration is given whether or not a text tells of it.
    used: (line, sources) => [
      ...used.saidValues(line),
      ...used.banneredAmounts(sources, line),
      ...Object.keys(line.line.coupons).filter((name) => name.startsWith('newUser')),
    ],
  },
  {
    what: 'contact',
    wrong: 'no text names',
    fix: 'write it into a text, or delete it',
    declared: ({ line }) => namesIn('line', ['contacts'], line.contacts),
    used: used.saidValues,
  },
  {
    what: 'download',
    wrong: 'no screen shows',
    fix: 'offer it in a block "downloads", or delete it',
    declared: ({ line }) =>
      (line.downloads ?? []).map(({ id }, index) => ({ document: 'line', at: ['downloads', index], name: id })),
    used: (line) => (used.showsDownloads(line) ? (line.line.downloads ?? []).map(({ id }) => id) : []),
  },
  {
    what: 'picture',
    wrong: 'no theme names',
    fix: 'name it in the "art" of theme.json or after what it is for, or delete it',
    declared: ({ assets }) => filesOf(assets),
    used: (line) => [
      ...Object.values(line.theme.art).filter((file) => typeof file === 'string'),
      ...ART_BY_NAME,
      ...facesOf(line),
    ],
  },
  {
    what: 'banner',
    wrong: 'no screen shows',
    fix: 'show it in a block "banner", or delete it',
    declared: ({ registerStatic }) => filesOf(registerStatic),
    used: used.shownBanners,
  },
];
