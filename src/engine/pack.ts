/**
 * What the compiler gives the browser: a `Shell` once per page (line and language) and a `Pack` per screen.
 * Every page embeds both; going to another screen fetches only that screen's pack. Neither grows with the
 * number of lines or languages; with screens, only the routes of this line do.
 */
import type {
  Condition,
  EnumValue,
  ErrorEntry,
  Field,
  Line,
  Link,
  Provider,
  Screen,
  Stored,
  Theme,
  Timer,
  Value,
} from '../generated/config.ts';
import type { NoticePicture } from './notice-pictures.ts';
import type { Spoken } from './spoken.ts';
import type { Call, FlowEvent } from './whole.ts';

/** A message ready to format: plain text, or the syntax tree of an ICU message (no parser in the browser). */
export type Message = string | readonly unknown[];
export type Messages = Readonly<Record<string, Message>>;
export type Scalar = string | number | boolean;

/** Data as a page has it: the compiler has put the value itself for every one named by `{ enum, is }`. */
export type Inlined<T> = T extends EnumValue ? never : T extends object ? { [K in keyof T]: Inlined<T[K]> } : T;
export type PageValue = Inlined<Value>;
export type PageCall = Omit<Inlined<Call>, 'fails' | 'plain' | 'takes' | 'answeredBy'>;
/** The call of whichever provider a flow value names. */
export interface ProviderCalls {
  readonly ofProvider: string;
  /** Provider that the line offers → call. */
  readonly calls: Readonly<Record<string, string>>;
}
export interface PageEvent extends Omit<Inlined<FlowEvent>, 'call'> {
  readonly call?: string | ProviderCalls;
}

/** A provider with everything that its entry in providers.json may leave out. */
export interface KnownProvider extends Omit<Provider, 'type' | 'loginType'> {
  /** Name in the enumeration `thirdPartyType`. */
  readonly type: string;
  /** Name in the enumeration `loginType`. */
  readonly loginType: string;
  readonly codes: string;
  readonly refusals: NonNullable<Provider['refusals']>;
  readonly call: string;
}

/** Limits that the page's own code reads by name: every page has them. */
export const READ_LIMITS = [
  'requestSeconds',
  'sessionHours',
  'proofMinutes',
  'codeMinutes',
  'qrSeconds',
  'pollSeconds',
] as const;

/** Facts of the line that screens use; a subset of the resolved `line.json`. */
export type LineFacts = Pick<
  Line,
  | 'id'
  | 'zone'
  | 'languages'
  | 'routes'
  | 'home'
  | 'channel'
  | 'platform'
  | 'biz'
  | 'accessId'
  | 'wording'
  | 'passwordDigest'
  | 'passwordSalt'
  | 'redirects'
  | 'captcha'
  | 'coupons'
  | 'contacts'
  | 'currency'
  | 'links'
  | 'phone'
> & {
  readonly name: string;
  /** Of what the line offers, what its screens ask for; everything else was decided when they were compiled. */
  readonly offers: Partial<Line['offers']>;
  /** Besides those read by name, the limits that a countdown runs for or a sentence of the line names. */
  readonly limits: Pick<Line['limits'], (typeof READ_LIMITS)[number]> & Partial<Line['limits']>;
  /** Agreement → the version that stands. */
  readonly agreements: Readonly<Record<string, string>>;
  /** The providers offered, in order. */
  readonly providers: readonly ProviderFacts[];
  readonly otherZone?: Line['otherZone'];
  readonly collection?: Line['collection'];
};

/** What a page knows of a provider: the address of its drawing, and the way its button takes. */
export interface ProviderFacts {
  readonly id: string;
  readonly icon: string;
  readonly way: Provider['ways'][number];
}

export interface Shell {
  /** Build id, reported with client errors. */
  readonly build: string;
  /** Version of the compiled data's grammar. */
  readonly grammar: 1;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Origin of the API; empty for the same origin (setting `API_BASE`). */
  readonly apiBase: string;
  readonly line: LineFacts;
  readonly art: {
    readonly logo: string;
    /** What phones show of it where their bar lies on a dark picture. */
    readonly logoOnDark?: string;
    readonly mark: string;
    readonly illustration: string;
    /** What phones show of it, and the heads of notices in sections. */
    readonly band: string;
  };
  /** How its pages are composed, for what brings styles of its own. */
  readonly looks: Pick<Theme, 'layout' | 'pane'> & Pick<Theme['shape'], 'tabs'>;
  /** Header sets of the frame's own calls; a screen brings those of its own. */
  readonly headers: Readonly<Record<string, Readonly<Record<string, PageValue>>>>;
  /** Enumerations that the frame itself speaks of: flags of languages, and what a header or a service chooses among; a screen brings its own. */
  readonly enums: Readonly<Record<string, Readonly<Record<string, string | number>>>>;
  readonly stored: Stored;
  /** Flow values and stored keys that hold what a code, a link or a token proved. */
  readonly proofs: readonly string[];
  readonly timers: Readonly<Record<string, Timer>>;
  /** Texts of the frame (language switch, footer, notices) and of `errors`; the widgets' come with the screens, the captcha's with the catalogue. */
  readonly messages: Messages;
  /** Errors that any call may end in while the service is in trouble; others come with the screens, or with the catalogue. */
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  /** Address of the `Catalogue`, fetched when a code arrives that the screen's calls do not name, or a captcha is asked for. */
  readonly catalogue: string;
  /** What the address of every screen's pack begins with: its id and `.json` follow. */
  readonly packs: string;
  /** Calls of the frame itself: reports of errors, counting of funnel events, and the built-in captcha's challenge. */
  readonly services: { readonly report?: PageCall; readonly collect?: PageCall; readonly captcha?: PageCall };
}

export interface FieldCheck {
  readonly call: string;
  readonly with?: Readonly<Record<string, PageValue>>;
}

/** Every error of the line with its texts, and the words of the captcha, in one language. */
export type Catalogue = Pick<Shell, 'errors' | 'messages'>;

/** A link of a page. */
export interface PageLink extends Link {
  /** Leads to what another device scans. */
  readonly another?: true;
}

/** A field as a form shows it: the line's resolved field, and what the form adds. */
export interface FormField {
  readonly id: string;
  readonly field: Field;
  /** Name of the label that it has in this form; without one, the field's own. */
  readonly label?: string;
  readonly optional: boolean;
  /** Only conditions that depend on the visitor; those of the line are decided at build. */
  readonly when?: Condition;
  /** Live checks, made one after another until one fails. */
  readonly checks?: readonly FieldCheck[];
  /** Names of the options offered on this line, in order. */
  readonly options?: readonly string[];
}

export interface CompiledForm {
  /** JSON Schema of the form: the very object the validators were compiled from. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Address of the ES module of its precompiled validators (rjsf's format, default export); empty: that of the form before (`validatorsOf`). */
  readonly validators: string;
  readonly fields: readonly FormField[];
}

export interface Pack {
  readonly id: string;
  /** The screen, with blocks, forms and links of other lines' offers already left out. */
  readonly screen: Screen;
  readonly title: string;
  readonly forms: Readonly<Record<string, CompiledForm>>;
  readonly events: Readonly<Record<string, PageEvent>>;
  /** The calls that these events, checks and guards may make. */
  readonly calls: Readonly<Record<string, PageCall>>;
  /** The header sets that these calls send, besides the frame's. */
  readonly headers?: Shell['headers'];
  /** The errors that these calls may answer. */
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  readonly messages: Messages;
  /** Enumerations whose values this screen's visitors choose among. */
  readonly enums?: Shell['enums'];
  /** The line's client downloads, where this screen offers one. */
  readonly downloads?: Line['downloads'];
  /** Amounts that this screen's sentences name. */
  readonly coupons?: Line['coupons'];
  /** Addresses of the line's drawings that its notices are headed by. */
  readonly pictures?: Partial<Readonly<Record<NoticePicture, string>>>;
  /** What banner files said at build, so that a banner stands there before it is read anew. */
  readonly banners?: Readonly<Record<string, Spoken>>;
}

export interface ServerShape {
  readonly request: object;
  readonly response: object;
  /** Properties that the line adds to the request, and the server keeps with the account → the field of each. */
  readonly extras?: Readonly<Record<string, string>>;
}

/** What the compiler gives the server for one line: `dist/releases/<id>/lines/<line>.json`. */
export interface ServerLine {
  readonly name: string;
  readonly line: Line;
  readonly enums: Shell['enums'];
  /** The providers that the line offers, by id; their order is that of `line.providers`. */
  readonly providers: Readonly<Record<string, KnownProvider>>;
  readonly headers: Readonly<Record<string, Readonly<Record<string, Value>>>>;
  readonly calls: Readonly<Record<string, Call>>;
  readonly errors: Readonly<Record<string, ErrorEntry>>;
  readonly fields: Readonly<Record<string, Field>>;
  /** Call id → JSON Schemas with every `field:` reference replaced by this line's rule. */
  readonly api: Readonly<Record<string, ServerShape>>;
  /** Language → key → ICU text, of `errors.*`, `mail.*`, `sms.*` and `line.*` only. */
  readonly messages: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Light colours of the theme, for mail. */
  readonly color: Readonly<Record<string, string>>;
  /** Dark ones; releases built before mails were dark have none. */
  readonly dark?: Readonly<Record<string, string>>;
  /** Path → screen id, of every route. */
  readonly paths: Readonly<Record<string, string>>;
  /** Screen → its variants → how many visitors of a hundred see each; absent where no screen has any. */
  readonly variants?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}
