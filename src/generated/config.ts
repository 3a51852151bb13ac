// Generated from schemas/ by `npx tsx src/tools/types.ts`. Do not edit.

/**
 * When something applies. Operators: is, in, present; combined with all, any, not, two levels deep at most.
 */
export type Condition = Test | AllCondition | AnyCondition | NotCondition;
/**
 * A capability that a line may offer.
 */
export type Offer =
  | 'phoneSignIn'
  | 'subAccountSignIn'
  | 'autoSignIn'
  | 'inviterCode'
  | 'phoneRegistration'
  | 'emailRegistration'
  | 'thirdPartySignIn'
  | 'softwareSelection'
  | 'clientDownload'
  | 'languageChoice'
  | 'miniProgram'
  | 'realNameCoupon'
  | 'phoneBindingCoupon'
  | 'newUserCoupon'
  | 'rechargeCoupons'
  | 'promotionBanner'
  | 'agentBanner'
  | 'qrSignIn';
/**
 * A constant value.
 */
export type Scalar = string | number | boolean;
/**
 * The second and last level of a condition.
 */
export type InnerCondition = Test | AllTests | AnyTests | NotTest;
/**
 * Where a value comes from. A source alone gives what has the same name there: `"email": "flow"` is `"email": { "flow": "email" }`. An empty text is itself.
 */
export type Binding =
  | FieldValue
  | FlowValue
  | QueryValue
  | StoredValue
  | LineValue
  | EnumValue
  | EnumFieldValue
  | ConstValue
  | CaptchaValue
  | JoinValue
  | Source;
/**
 * Where a value comes from.
 */
export type Value =
  | FieldValue
  | FlowValue
  | QueryValue
  | StoredValue
  | LineValue
  | EnumValue
  | EnumFieldValue
  | ConstValue
  | CaptchaValue
  | JoinValue;
/**
 * Where what has the same name comes from; an empty text is itself.
 */
export type Source = 'field' | 'flow' | 'query' | 'stored' | 'line' | '';
/**
 * Property of data (`true`: the one of the same name), or a join.
 */
export type SavedValue = string | JoinedValue | true;
/**
 * A named effect of src/actions.
 */
export type ActionName =
  | 'sign-out'
  | 'start-countdown'
  | 'clear-stored'
  | 'set-form'
  | 'focus-field'
  | 'forget-fields'
  | 'forget-visit'
  | 'fill-fields'
  | 'tell-opener'
  | 'close-popup'
  | 'close-window';
/**
 * The control a field is shown with.
 */
export type WidgetName =
  | 'text'
  | 'email'
  | 'password'
  | 'new-password'
  | 'phone'
  | 'code'
  | 'select'
  | 'radio-cards'
  | 'checkbox'
  | 'agreement'
  | 'hidden';
/**
 * A value, or the rows of a list.
 */
export type Example =
  | Scalar
  | readonly {
      readonly [k: string]: Scalar;
    }[];
/**
 * `ok` (code 200), one code, a list of codes, or `otherwise`.
 */
export type OutcomeCodes = string | readonly string[];
/**
 * What an action takes: the id of a timer, form, field or message, or a list of fields or stored keys. `tell-opener` takes a message, or a list of it and the stored keys that go along.
 */
export type Argument = true | string | readonly string[];
/**
 * `redirect` leaves the page, `popup` opens a window, `frame` shows the provider's widget inside the page, `post` leaves the page for that widget on one of its own, and its provider posts what came of it.
 */
export type Way = 'redirect' | 'popup' | 'frame' | 'post';
/**
 * One screen; a closed union on `kind`. Texts: `screens.<id>.*`.
 */
export type Screen = FormScreen | NoticeScreen | ChoiceScreen | TransitScreen | QrScreen;
/**
 * A part of a screen that is not a field.
 */
export type Block =
  LinksBlock | TextBlock | ProvidersBlock | BannerBlock | DownloadsBlock | FactsBlock | RecordsBlock | FrameBlock;
/**
 * Where the picture comes from.
 */
export type QrPicture = QrText | QrImage;
/**
 * ms, one of the closed list.
 */
export type MotionStep = 150 | 195 | 200 | 225 | 250 | 300 | 375;

/**
 * Request and response of a call, checked by the server and used for its types. `{ "$ref": "field:<id>" }` inside stands for that field's rule of the line (its wire rule where it has one), `{ "$ref": "providers" }` for the id of one of its providers, `{ "$ref": "enum:<name>" }` for a number of that enumeration.
 */
export interface ApiShape {
  /**
   * One sentence: what the call does.
   */
  readonly summary: string;
  /**
   * Section of the specification.
   */
  readonly source?: string;
  /**
   * JSON Schema of the body (of the query for GET).
   */
  readonly request: Record<string, unknown>;
  /**
   * Properties of data that prove something. Kept as a flow value or saved under a stored key they live only along the flow they were made in: as long as every step to another screen names one in `with`.
   */
  readonly proofs?: readonly string[];
  /**
   * `kept`: a line may add properties to the request, each the rule of a field; what they hold is kept with the account that the call makes.
   */
  readonly extras?: 'kept';
  /**
   * JSON Schema of data on success.
   */
  readonly response: Record<string, unknown>;
}
/**
 * A banner of the register-static folder: one sentence a language, when and to whom it is shown. Several by name under `entries`, where the address tells which.
 */
export interface Banner {
  readonly text?: Sentences;
  readonly url?: string;
  readonly from?: string;
  readonly until?: string;
  readonly when?: Condition;
  /**
   * Name that the address carries → its banner.
   */
  readonly entries?: {
    readonly [k: string]: Entry;
  };
}
/**
 * Language → sentence; amounts are names of the line's `coupons` in braces.
 */
export interface Sentences {
  /**
   * One sentence without tags, such as: New users get {newUser} yuan.
   */
  readonly [k: string]: string;
}
/**
 * One test of a field, a flag, an offer, a flow value, a stored key, a query parameter or the visit. Without an operator: the value is present and not false. A list passes `is` and `in` when it holds such a value.
 */
export interface Test {
  readonly field?: string;
  readonly flag?: string;
  readonly offer?: Offer;
  readonly flow?: string;
  readonly stored?: string;
  /**
   * A property of the line, such as zone; `providers` is the list of those it offers.
   */
  readonly line?: 'zone' | 'wording' | 'language' | 'providers';
  /**
   * A parameter that the address carried at arrival.
   */
  readonly query?: string;
  /**
   * `opened`: another page opened or framed this one; `framed`: this page stands in a frame; `waiting`: an event waits for another window, or for a frame.
   */
  readonly visit?: 'opened' | 'framed' | 'waiting';
  readonly is?: Scalar;
  /**
   * Values of which one must be equal.
   *
   * @minItems 1
   */
  readonly in?: readonly Scalar[];
  /**
   * True: has a value; false: has none.
   */
  readonly present?: boolean;
  /**
   * True: the value is an https address on one of the line's `redirects.origins`; false: it is not.
   */
  readonly listed?: boolean;
}
/**
 * True when every condition is true.
 */
export interface AllCondition {
  /**
   * Conditions that must all be true.
   *
   * @minItems 1
   */
  readonly all: readonly InnerCondition[];
}
/**
 * True when every test is true.
 */
export interface AllTests {
  /**
   * Tests that must all be true.
   *
   * @minItems 1
   */
  readonly all: readonly Test[];
}
/**
 * True when at least one test is true.
 */
export interface AnyTests {
  /**
   * Tests of which one must be true.
   *
   * @minItems 1
   */
  readonly any: readonly Test[];
}
/**
 * True when the test is false.
 */
export interface NotTest {
  readonly not: Test;
}
/**
 * True when at least one condition is true.
 */
export interface AnyCondition {
  /**
   * Conditions of which one must be true.
   *
   * @minItems 1
   */
  readonly any: readonly InnerCondition[];
}
/**
 * True when the condition is false.
 */
export interface NotCondition {
  readonly not: InnerCondition;
}
/**
 * One banner of several.
 */
export interface Entry {
  readonly text: Sentences;
  readonly url?: string;
  readonly from?: string;
  readonly until?: string;
  readonly when?: Condition;
}
/**
 * Every call the browser makes.
 */
export interface Calls {
  /**
   * Header name → value, by set.
   */
  readonly headers?: {
    /**
     * Headers of this set.
     */
    readonly [k: string]: {
      readonly [k: string]: Binding;
    };
  };
  /**
   * Calls by id.
   */
  readonly calls: {
    readonly [k: string]: Call;
  };
}
/**
 * What the visitor entered in a field.
 */
export interface FieldValue {
  readonly field: string;
  /**
   * Named transform applied before sending.
   */
  readonly through?: 'password-digest' | 'trim' | 'lower-case';
}
/**
 * A value carried along the flow: kept from an answer, or brought by a step or the address.
 */
export interface FlowValue {
  readonly flow: string;
  /**
   * What counts while there is no such value.
   */
  readonly or?: string;
}
/**
 * A parameter of the page's address.
 */
export interface QueryValue {
  /**
   * Name of the query parameter.
   */
  readonly query: string;
}
/**
 * A value of the browser's store.
 */
export interface StoredValue {
  readonly stored: string;
}
/**
 * A property of the line.
 */
export interface LineValue {
  /**
   * Which property of the line.
   */
  readonly line: 'id' | 'name' | 'zone' | 'channel' | 'platform' | 'language' | 'biz' | 'accessId' | 'homeUrl' | 'agreements';
}
/**
 * A wire value by its name.
 */
export interface EnumValue {
  readonly enum: string;
  /**
   * Name of the value in enums.json.
   */
  readonly is: string;
}
/**
 * The wire value of the name that a field holds.
 */
export interface EnumFieldValue {
  readonly enum: string;
  readonly field: string;
}
/**
 * Always this value.
 */
export interface ConstValue {
  readonly const: Scalar;
}
/**
 * A part of the captcha's answer; left out while there is none.
 */
export interface CaptchaValue {
  /**
   * Which part.
   */
  readonly captcha: 'ticket' | 'randstr' | 'captchaAppId';
}
/**
 * Values in order with a separator between them; absent when any of them is.
 */
export interface JoinValue {
  /**
   * Values in order.
   *
   * @minItems 2
   */
  readonly join: readonly Value[];
  /**
   * What stands between.
   */
  readonly with: string;
}
/**
 * One call.
 */
export interface Call {
  /**
   * HTTP method; POST when absent.
   */
  readonly method?: 'GET' | 'POST';
  /**
   * Path under /api/, such as /api/sso/sign/signIn.
   */
  readonly path: string;
  /**
   * Names of header sets, merged in order.
   */
  readonly headers?: readonly string[];
  /**
   * Property → value (query parameters of a GET). A value that is absent is left out, and an empty one of a property that the call can do without. A guard with a captcha adds its answer.
   */
  readonly body?: {
    readonly [k: string]: Binding;
  };
  /**
   * Flow value ← property of the answer's data.
   */
  readonly keeps?: {
    /**
     * Property of data; `true`: the one of the same name.
     */
    readonly [k: string]: string | true;
  };
  /**
   * Stored key ← value: a property of data, or a join of several.
   */
  readonly saves?: {
    readonly [k: string]: SavedValue;
  };
  /**
   * Codes it may answer besides those that `impliedBy` of errors.json says; each needs a sentence in every language.
   */
  readonly fails?: readonly string[];
  /**
   * What protects the call.
   */
  readonly guard?: {
    /**
     * When the service asks for a captcha: `when-asked` by limits of its own, `always`, `{ "after": 3 }` from the fourth call of an address in an hour on, or `never`, which opens what a captcha would open. `always` is shown before the call; else the call is repeated with the ticket.
     */
    readonly captcha?:
      | ('when-asked' | 'always' | 'never')
      | {
          /**
           * Calls of an address in an hour that need none.
           */
          readonly after: number;
        };
    /**
     * Sends a key so that a repeat has one effect.
     */
    readonly idempotent?: boolean;
    /**
     * Milliseconds to wait for quiet.
     */
    readonly debounce?: number;
  };
  /**
   * Who answers it, if not this server: the company's own back end, to which this server hands it on (`BACK_END`).
   */
  readonly answeredBy?: 'back-end';
  /**
   * Codes of `fails` that are an ordinary answer to a question (nobody is signed in): sent with HTTP status 200, so that no browser reports a fault where there is none.
   *
   * @minItems 1
   */
  readonly plain?: readonly string[];
  /**
   * Whether it takes something away from somebody (a way in, a session, an account's use): a button or a row that makes it asks first, with `confirm`. Every call that changes something and is pressed for on a screen of an account says so.
   */
  readonly takes?: boolean;
  /**
   * Who makes the call where no page of ours does: the service's other front ends, which the server answers all the same.
   */
  readonly for?: 'other-front-ends';
  /**
   * Made by programs that are no pages of ours (a mini program), so it needs no origin of ours; nothing that a browser holds counts for it.
   */
  readonly outside?: boolean;
}
/**
 * Properties joined by a separator.
 */
export interface JoinedValue {
  /**
   * Properties of data, in order.
   *
   * @minItems 2
   */
  readonly join: readonly string[];
  /**
   * What stands between.
   */
  readonly with: string;
}
/**
 * A link of a screen. Its text is `screens.<screen>.links.<id>` unless said otherwise.
 */
export interface Link {
  readonly id: string;
  readonly screen?: string;
  /**
   * Name of a link in the line's `links`.
   */
  readonly url?: string;
  /**
   * Leads to the sign-in page of the line's `otherZone`.
   */
  readonly otherZone?: true;
  readonly event?: string;
  readonly form?: string;
  readonly when?: Condition;
  /**
   * Fields, properties of the failure and flow values brought along to the screen.
   *
   * Items: Field id or flow value.
   */
  readonly with?: readonly string[];
}
/**
 * Wire values by name; used everywhere by name (specification, section 3).
 */
export interface Enums {
  /**
   * Name → wire value.
   */
  readonly [k: string]: {
    /**
     * Value on the wire.
     */
    readonly [k: string]: number | string;
  };
}
/**
 * Wire code → what is shown. Sentence: `errors.<code>.<field>`, else `errors.<code>`.
 */
export interface Errors {
  /**
   * Entries by wire code.
   */
  readonly codes: {
    readonly [k: string]: ErrorEntry;
  };
}
/**
 * How a code is shown.
 */
export interface ErrorEntry {
  /**
   * Where it appears.
   */
  readonly shows: 'field' | 'alert' | 'dialog' | 'page';
  /**
   * The field it stands at; of several, the first that the visitor sees.
   */
  readonly field?: string | readonly string[];
  /**
   * The answer's data tells the value (`field`, its name in the body) and the keyword of its rule (`keyword`): it stands at the field that the value came from, with that field's own sentence.
   */
  readonly named?: true;
  /**
   * Shown as an alert, it still means that its field is wrong: that one gets the focus, until something else is typed there.
   */
  readonly marks?: boolean;
  /**
   * What the visitor is asked for before the call is repeated.
   */
  readonly asks?: 'captcha';
  /**
   * Fields emptied.
   */
  readonly clears?: readonly string[];
  /**
   * The code that its field sends is of no more use: nothing is said of it any more until another one is sent.
   */
  readonly spends?: true;
  /**
   * Links under the sentence, `errors.links.<id>`.
   */
  readonly links?: readonly Link[];
  readonly go?: string;
  readonly timer?: string;
  /**
   * Nobody is signed in any more, or somebody else is: on screens of an `account` its outcome carries out the action `sign-out`.
   */
  readonly signsOut?: true;
  /**
   * What may answer this code without listing it in `fails`: `every-call`; `captcha`: every call that a captcha guards; or a header set: every call that is sent with it.
   */
  readonly impliedBy?: string;
  /**
   * No call of ours answers it; shown from a recorded response.
   */
  readonly recorded?: boolean;
  /**
   * Status our server answers with.
   */
  readonly status?: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 423 | 429 | 500 | 503;
  /**
   * Values used in previews.
   */
  readonly params?: {
    readonly [k: string]: Scalar;
  };
}
/**
 * One field: its rule, the control it is shown with, and how browsers and password managers treat it. Texts: `fields.<id>.label`, `.placeholder`, `.hint`, `.errors.<keyword>`.
 */
export interface Field {
  readonly rule: Rule;
  /**
   * Rule of the value as sent, where a transform makes it differ from what is typed (the password's digest).
   */
  readonly wire?: {
    /**
     * JSON type.
     */
    readonly type?: string;
    /**
     * Anchored regular expression.
     */
    readonly pattern?: string;
  };
  readonly widget: WidgetName;
  /**
   * HTML autocomplete token.
   */
  readonly autocomplete?:
    | 'off'
    | 'on'
    | 'name'
    | 'given-name'
    | 'family-name'
    | 'nickname'
    | 'username'
    | 'new-password'
    | 'current-password'
    | 'one-time-code'
    | 'organization'
    | 'organization-title'
    | 'street-address'
    | 'postal-code'
    | 'country'
    | 'country-name'
    | 'email'
    | 'tel'
    | 'tel-national'
    | 'url'
    | 'language'
    | 'bday';
  /**
   * HTML inputmode.
   */
  readonly inputmode?: 'text' | 'email' | 'tel' | 'numeric' | 'none';
  /**
   * HTML enterkeyhint.
   */
  readonly enterkeyhint?: 'next' | 'go' | 'send' | 'done';
  /**
   * Choices of a select or of radio cards: the names of an enumeration, narrowed to those the line offers. Texts: `fields.<id>.options.<name>`.
   */
  readonly options?: {
    readonly enum: string;
    /**
     * Property of the line that lists the offered names.
     */
    readonly from?: 'businessTypes';
  };
  /**
   * With one option only, the field is not shown and its value is sent.
   */
  readonly only?: boolean;
  readonly sameAs?: string;
  readonly default?: Scalar;
  /**
   * Never stored, carried or kept after success.
   */
  readonly secret?: boolean;
  /**
   * Of a code field: the events of the screen that send the code (by SMS, by voice), the field or flow value that holds whom it is sent to (without it, only the service knows), and the countdown, which belongs to whom the code went to. Once it was started for them, the code is also offered by voice.
   */
  readonly send?: {
    readonly event: string;
    readonly to?: string;
    readonly voiceEvent?: string;
    readonly timer?: string;
    /**
     * Calling codes whose numbers may be called by voice; without it, all.
     *
     * @minItems 1
     *
     * Items: Digits of a calling code, without the plus sign.
     */
    readonly voiceAreas?: readonly string[];
  };
  /**
   * Names of the line's links that the label's rich tags point to.
   *
   * Items: Name of a link of the line.
   */
  readonly links?: readonly string[];
  /**
   * Of a new password: the names of the rules shown while typing. Texts: `fields.<id>.rules.<name>`.
   *
   * Items: `length` or the title of a pattern.
   */
  readonly rules?: readonly string[];
  /**
   * Stored key that fills the empty field when its screen is shown.
   */
  readonly remembered?: string;
}
/**
 * JSON Schema that the browser and the server both enforce. Patterns are anchored, without lookaround, linear-time, and never encode a length.
 */
export interface Rule {
  /**
   * JSON type of the value.
   */
  readonly type: 'string' | 'boolean' | 'array';
  /**
   * Fewest characters.
   */
  readonly minLength?: number;
  /**
   * Most characters.
   */
  readonly maxLength?: number;
  /**
   * Anchored regular expression.
   */
  readonly pattern?: string;
  /**
   * Values allowed.
   */
  readonly enum?: readonly Scalar[];
  /**
   * Patterns that must all hold; each is named by its `title`, which is the keyword of its message.
   */
  readonly allOf?: readonly NamedPattern[];
  /**
   * Rule of each item.
   */
  readonly items?: Record<string, unknown>;
  /**
   * Fewest items.
   */
  readonly minItems?: number;
  /**
   * Most items.
   */
  readonly maxItems?: number;
}
/**
 * A pattern with a name for its message.
 */
export interface NamedPattern {
  readonly title: string;
  /**
   * Anchored regular expression.
   */
  readonly pattern: string;
}
/**
 * What happens: screen → event → outcome → step.
 */
export interface Flow {
  /**
   * Names of the steps that are counted, in the order in which visitors take them.
   */
  readonly funnel?: readonly string[];
  /**
   * Countdowns by name.
   */
  readonly timers?: {
    readonly [k: string]: Timer;
  };
  /**
   * Events of several screens, by a name that these give in place of the event.
   */
  readonly events?: {
    readonly [k: string]: FlowEvent;
  };
  /**
   * Events by screen.
   */
  readonly screens: {
    /**
     * What may happen on this screen. `load` happens by itself; so does `elsewhere`, when another tab of the browser signed out, or in with another account, and `seen-again`, when somebody looks at the page again after it was hidden. `ended` follows a code that `signsOut` where no outcome names it.
     */
    readonly [k: string]: {
      /**
       * An event, or the name of one in `events`.
       */
      readonly [k: string]: FlowEvent | string;
    };
  };
}
/**
 * A countdown, resumed after a reload.
 */
export interface Timer {
  /**
   * The line's limit that gives its length in seconds.
   */
  readonly limit: 'resendSeconds' | 'areaCountdownSeconds' | 'qrSeconds' | 'pollSeconds' | 'thirdRenewSeconds';
  readonly event?: string;
  /**
   * Its end is kept for the visit.
   */
  readonly stored?: boolean;
  readonly marks?: string;
}
/**
 * An event: an optional call or step at a window, then the first outcome that fits. Where none does, the page stays as it is, and a failure shows what errors.json says.
 */
export interface FlowEvent {
  /**
   * The call that is made, or whichever ends the sign-in of a provider.
   */
  readonly call?: string | ProviderCall;
  /**
   * Names of header sets that the call is sent with here, behind its own.
   *
   * @minItems 1
   */
  readonly headers?: readonly string[];
  /**
   * Instead of a call, a step at another window. `open` opens an empty one, at once (`blocked` when the browser opens none); `popup` shows `url` in it and waits for what comes of the third-party sign-in of `state` (`closed`, `timeout`); `await` waits without a window of its own, for a frame or for one that was lost; `hand-over` tells the page that waits (`closed` when none does, or when `state` is this page's `own`). Meanwhile the visitor may do something else.
   */
  readonly window?: 'open' | 'popup' | 'await' | 'hand-over';
  /**
   * No spinner and no alert: background work.
   */
  readonly quiet?: boolean;
  /**
   * Only these fields must be valid (sending a code).
   */
  readonly validates?: readonly string[];
  /**
   * Name reported when the event succeeds.
   */
  readonly funnel?: string;
  /**
   * Body properties given here, over those of the call; or what the step at a window takes.
   */
  readonly body?: {
    readonly [k: string]: Binding;
  };
  /**
   * First that fits.
   *
   * @minItems 1
   */
  readonly outcomes?: readonly Outcome[];
}
/**
 * The call that ends the sign-in of one of the line's providers (`call` in providers.json), whose id the flow value holds that `ofProvider` names. Comes to `unoffered`, and nothing is sent, where it is none of them.
 */
export interface ProviderCall {
  readonly ofProvider: string;
}
/**
 * What follows an answer: the first outcome that fits is taken. Ends in at most one step: go, then, state or leave; without one the page stays, and a failure shows what errors.json says.
 */
export interface Outcome {
  readonly on: OutcomeCodes;
  readonly where?: OutcomeWhere;
  readonly when?: Condition;
  readonly set?: Flags;
  readonly keeps?: Keeps;
  /**
   * Named actions carried out first, in order: action → what it takes, `true` where it takes nothing; or the name of one that takes nothing.
   */
  readonly do?:
    | ActionName
    | {
        readonly [k: string]: Argument;
      };
  /**
   * Quiet events of this screen that run beside the step; nothing waits for them.
   *
   * @minItems 1
   */
  readonly also?: readonly string[];
  /**
   * Show another screen: its id, or more about it.
   */
  readonly go?: string | GoStep;
  readonly then?: string;
  readonly state?: string;
  /**
   * Leave for another site: where the visitor came from when the line allows it, the line's home, the line's `otherZone`, or the address that an answer gave (this origin or https).
   */
  readonly leave?: ('source-or-home' | 'home' | 'other-zone') | FlowValue;
  /**
   * What is said beside the buttons of a notice that stays as it is, until something else is pressed: the text `screens.<screen>.says.<id>` of this screen.
   */
  readonly says?: string;
  /**
   * The `state` shows the failure as well, as errors.json says.
   */
  readonly tells?: true;
}
/**
 * Properties of the answer's data that must equal: a constant, or the name of an enumeration's value.
 */
export interface OutcomeWhere {
  /**
   * Constant or enumeration value.
   */
  readonly [k: string]: Scalar | EnumValue;
}
/**
 * Flags set.
 */
export interface Flags {
  readonly [k: string]: Scalar;
}
/**
 * Flow value ← value, taken before the step; one named like a field can be carried to it by `go.with`.
 */
export interface Keeps {
  readonly [k: string]: Binding;
}
/**
 * Show another screen.
 */
export interface GoStep {
  readonly screen: string;
  readonly state?: string;
  /**
   * What is said there, once, until another screen is shown: the text `screens.<screen>.says.<id>`, without parameters. It travels with the screen that leads there.
   */
  readonly says?: string;
  /**
   * What it means that is said there; `warning` when absent.
   */
  readonly tone?: 'info' | 'success';
  /**
   * Fields and flow values brought along.
   *
   * Items: Field id or flow value.
   */
  readonly with?: readonly string[];
  /**
   * Parameters of the present address that travel on in the other screen's.
   *
   * @minItems 1
   *
   * Items: Name of a query parameter.
   */
  readonly query?: readonly string[];
}
/**
 * A business line: who it is, where it answers, what it offers. Texts: `line.*`.
 */
export interface Line {
  /**
   * Numeric line id on the wire.
   */
  readonly id: number;
  /**
   * The layer under this one: a folder under lines/, such as _overseas.
   */
  readonly extends: string;
  /**
   * Hosts it answers to; `*.` in front means any host below.
   *
   * @minItems 1
   *
   * Items: Host without scheme or port, such as www.example.com or *.example.com.
   */
  readonly hosts: readonly string[];
  /**
   * Host that links in e-mails are built on, such as www.example.com.
   */
  readonly brandHost: string;
  /**
   * Which host links in e-mails point to. `currentHost`: the one that the visitor is at, where `hosts` lists it by name; the brand host below a wildcard.
   */
  readonly linksOn: 'brandHost' | 'currentHost';
  /**
   * Side of the domestic and overseas separation.
   */
  readonly zone: 'domestic' | 'overseas';
  /**
   * Which languages, and how one is chosen.
   */
  readonly languages: {
    /**
     * Language without a choice, a two-letter tag.
     */
    readonly default: string;
    /**
     * Languages offered.
     *
     * @minItems 1
     *
     * Items: Two-letter language tag, such as en.
     */
    readonly offered: readonly string[];
    /**
     * Value of `lang` → language.
     */
    readonly query: {
      /**
       * Language tag.
       */
      readonly [k: string]: string;
    };
    /**
     * Language of any other value of `lang`.
     */
    readonly otherwise: string;
  };
  /**
   * Screen → paths; the first is the one linked to.
   */
  readonly routes: {
    /**
     * Paths of a screen.
     *
     * @minItems 1
     *
     * Items: Path of small letters, digits and hyphens, such as /sso/register.
     */
    readonly [k: string]: readonly string[];
  };
  /**
   * Further address → screen whose address it leads to (303, the query kept), such as the other region's address of sign-in.
   */
  readonly forwards?: {
    readonly [k: string]: string;
  };
  readonly home: string;
  /**
   * Capabilities.
   */
  readonly offers: Partial<Record<Offer, boolean>>;
  /**
   * Names in providers.json, in the order shown.
   *
   * Items: Provider.
   */
  readonly providers: readonly string[];
  /**
   * Names of the business types a visitor may register for.
   *
   * @minItems 1
   *
   * Items: Name in enums.json.
   */
  readonly businessTypes: readonly string[];
  /**
   * Channel number sent.
   */
  readonly channel: number;
  /**
   * Platform number sent.
   */
  readonly platform: number;
  /**
   * Value of the biz header until getBusinessParam gives another.
   */
  readonly biz: string;
  /**
   * Value of the accessId header until getBusinessParam gives another.
   */
  readonly accessId: string;
  /**
   * `masked` answers the same for known and unknown accounts; `verbose` says precisely.
   */
  readonly wording: 'masked' | 'verbose';
  /**
   * How a password is digested before it is sent.
   */
  readonly passwordDigest: 'thirds-salted-sha256' | 'thirds-salted-sha1' | 'none';
  /**
   * Fixed salt fragment of the digest; it protects nothing by itself.
   */
  readonly passwordSalt: string;
  /**
   * Numbers that rules and sentences use.
   */
  readonly limits: {
    /**
     * Time-out of a call, seconds.
     */
    readonly requestSeconds: number;
    /**
     * Wait before a code or mail can be sent again, seconds.
     */
    readonly resendSeconds: number;
    /**
     * Digits of a code.
     */
    readonly codeDigits: number;
    /**
     * Life of a code, minutes.
     */
    readonly codeMinutes: number;
    /**
     * Wrong tries that burn a code.
     */
    readonly codeTries: number;
    /**
     * Messages per phone or mailbox and hour, for networks that have had their reserved ones.
     */
    readonly codesPerHour: number;
    /**
     * Messages per phone or mailbox and day, for networks that have sent to it before.
     */
    readonly codesPerDay: number;
    /**
     * Messages of a phone's or mailbox's day kept for networks that have not sent to it as often.
     */
    readonly codesReserved: number;
    /**
     * Messages per phone or mailbox and day, of all networks together.
     */
    readonly codesPerDayFromAll: number;
    /**
     * Phones or mailboxes that an address reaches within an hour without a captcha.
     */
    readonly freeTargetsPerAddress: number;
    /**
     * Messages of a network within an hour without a captcha.
     */
    readonly freeSendsPerNetwork: number;
    /**
     * Messages per address and hour.
     */
    readonly sendsPerAddressHour: number;
    /**
     * Messages per address and day.
     */
    readonly sendsPerAddressDay: number;
    /**
     * Messages per network (/24, /48) and hour.
     */
    readonly sendsPerNetworkHour: number;
    /**
     * Messages per network (/24, /48) and day.
     */
    readonly sendsPerNetworkDay: number;
    /**
     * Messages of the line to the phones of its own calling code (`phone.area`), per hour.
     */
    readonly sendsPerCountryHour: number;
    /**
     * Messages of the line to the phones of its own calling code, per day.
     */
    readonly sendsPerCountryDay: number;
    /**
     * Messages of the line to the phones of a calling code other than its own (`phone.area`), per hour.
     */
    readonly sendsPerOtherCountryHour: number;
    /**
     * Messages of the line to the phones of a calling code other than its own, per day.
     */
    readonly sendsPerOtherCountryDay: number;
    /**
     * Messages per network (/24, /48) to the phones of one calling code other than the line's own, per hour.
     */
    readonly sendsAbroadPerNetworkHour: number;
    /**
     * Messages per network (/24, /48) to the phones of one calling code other than the line's own, per day.
     */
    readonly sendsAbroadPerNetworkDay: number;
    /**
     * Messages of the line per hour.
     */
    readonly sendsPerLineHour: number;
    /**
     * Messages of the line per day.
     */
    readonly sendsPerLineDay: number;
    /**
     * Part of a budget, percent, from which on the operators are told.
     */
    readonly sendsNearPercent: number;
    /**
     * Wrong codes of a browser or an address before its long wait.
     */
    readonly verificationsBeforeWait: number;
    /**
     * The long wait, hours.
     */
    readonly verificationWaitHours: number;
    /**
     * Wrong passwords before a captcha is asked for.
     */
    readonly captchaAfter: number;
    /**
     * Wrong passwords before Forgot password is pointed to.
     */
    readonly forgotHintAfter: number;
    /**
     * Wrong passwords that lock.
     */
    readonly lockAfter: number;
    /**
     * Minutes until a lock ends by itself; without it a new password or support ends it.
     */
    readonly lockMinutes?: number;
    /**
     * Tries left from which on they are told.
     */
    readonly warnTries: number;
    /**
     * Browsers of an account that have wrong passwords of their own: the last ones it signed in with.
     */
    readonly knownDevices: number;
    /**
     * Hours after its last wrong password until a browser is shown nothing of them any more.
     */
    readonly askerHours: number;
    /**
     * Failed sign-ins of one address, whatever the names, after which every try there asks for a captcha.
     */
    readonly sprayFailures: number;
    /**
     * Minutes in which those failures count.
     */
    readonly sprayMinutes: number;
    /**
     * Days of automatic sign-in.
     */
    readonly autoSignInDays: number;
    /**
     * Hours of a session without it.
     */
    readonly sessionHours: number;
    /**
     * Minutes for which what a code or link proved is good for the next step.
     */
    readonly proofMinutes: number;
    /**
     * Minutes after a sign-in, or a proven password, in which ways into the account can be added and removed.
     */
    readonly freshMinutes: number;
    /**
     * Life of an activation link, hours.
     */
    readonly activationHours: number;
    /**
     * Life of a reset link, minutes.
     */
    readonly resetMinutes: number;
    /**
     * Days for which a change of contact is pointed out after a new password, days.
     */
    readonly recentDays: number;
    /**
     * Countdown before the other site, seconds.
     */
    readonly areaCountdownSeconds: number;
    /**
     * Life of a QR code, seconds.
     */
    readonly qrSeconds: number;
    /**
     * Poll interval, seconds.
     */
    readonly pollSeconds: number;
    /**
     * After how long a page that shows a provider's code or button begins anew, seconds; less than the ten minutes that a sign-in with it lives.
     */
    readonly thirdRenewSeconds: number;
  };
  /**
   * Where the browser may be sent after sign-in.
   */
  readonly redirects: {
    /**
     * Exact https origins.
     *
     * Items: Exact https origin without a path, such as https://www.example.com.
     */
    readonly origins: readonly string[];
    /**
     * The line's home after sign-in: a path or an https address.
     */
    readonly homeUrl: string;
  };
  /**
   * Which captcha.
   */
  readonly captcha: {
    /**
     * `built-in` needs nobody else; `tencent` comes in a frame, and the built-in one where that does not come.
     */
    readonly provider: 'built-in' | 'tencent';
    /**
     * While nobody can tell whether a ticket is genuine: `deny` (the default) refuses, `allow` lets pass within limits.
     */
    readonly onOutage?: 'deny' | 'allow';
  };
  /**
   * Amounts in the line's currency, and the figures beside them (days, free jobs, percent): parameters of sentences. Those that begin with `newUser` are given at registration.
   */
  readonly coupons: {
    /**
     * Amount.
     */
    readonly [k: string]: number;
  };
  /**
   * When the platform is under maintenance: visitors are told so from then on. Operators begin and end others by a command.
   */
  readonly maintenance?: {
    /**
     * Moment with its zone at which it begins, such as 2026-12-01T02:00:00+08:00.
     */
    readonly from: string;
    /**
     * Moment with its zone at which it ends, such as 2026-12-01T06:00:00+08:00; without it, until the data says otherwise.
     */
    readonly until?: string;
  };
  /**
   * ISO 4217 code, three capitals such as USD.
   */
  readonly currency: string;
  /**
   * How a person reaches support, such as `hotline` and `mailbox`: parameters of sentences.
   */
  readonly contacts: {
    /**
     * As it is read: a phone number, a mail address, opening hours.
     */
    readonly [k: string]: string;
  };
  /**
   * Addresses by name: https, mailto, tel or a path.
   */
  readonly links: {
    /**
     * Address that begins with https://, mailto:, tel: or /.
     */
    readonly [k: string]: string;
  };
  /**
   * Screen → its variants → how many visitors of a hundred see each. The others see the screen; a variant that is not named here is shown to whoever asks for it alone.
   */
  readonly experiments?: {
    /**
     * Variant → visitors of a hundred.
     */
    readonly [k: string]: {
      /**
       * Visitors of a hundred that see it.
       */
      readonly [k: string]: number;
    };
  };
  /**
   * Documents that a registration accepts, by the name of their link, each in the version that stands now. Who signs in and has accepted another version is asked first.
   */
  readonly agreements: {
    readonly [k: string]: Agreement;
  };
  /**
   * Clients offered after registration. Texts: `line.downloads.<id>`.
   */
  readonly downloads: readonly Download[];
  /**
   * How phone numbers are entered.
   */
  readonly phone: {
    /**
     * Preselected calling code, digits without a plus sign.
     */
    readonly area: string;
    /**
     * Preselected region, two capitals such as CN.
     */
    readonly region: string;
    /**
     * Regions that lead the list of area codes, in this order, as two capitals; the other regions follow by name.
     *
     * @maxItems 12
     *
     * Items: Two capitals such as CN.
     */
    readonly common?: readonly string[];
    /**
     * Kinds of numbers that cost their caller more and get codes on this line all the same. None when left out.
     *
     * Items: One kind of numbers.
     */
    readonly costly?: readonly ('premium-rate' | 'shared-cost' | 'personal' | 'pager' | 'company' | 'satellite' | 'international')[];
  };
  /**
   * The matching line of the other zone.
   */
  readonly otherZone?: {
    readonly line: string;
    /**
     * https address of its sign-in page.
     */
    readonly url: string;
  };
  /**
   * Who answers for this line.
   *
   * @minItems 1
   *
   * Items: Team or person.
   */
  readonly owners: readonly string[];
  /**
   * Countries whose visitors belong to the domestic zone, as ISO 3166 codes of two capitals.
   *
   * @minItems 1
   *
   * Items: Two capitals such as CN.
   */
  readonly domesticCountries: readonly string[];
  /**
   * A script of a third party that counts visits. It is loaded in a frame of its own, without access to the page, once the form can be used.
   */
  readonly collection?: {
    /**
     * Address of the script, https.
     */
    readonly url: string;
  };
}
/**
 * A document in the version that stands now.
 */
export interface Agreement {
  /**
   * Name of the version; another one is another text.
   */
  readonly version: string;
  /**
   * Day from which it stands, such as 2026-11-01.
   */
  readonly since: string;
  /**
   * What becomes of an account that nothing is recorded of (it was made before records were kept, or by somebody else): `newer`, the default: it is asked once a version stands that is newer than its records; `asked`: at its next sign-in.
   */
  readonly unrecorded?: 'newer' | 'asked';
}
/**
 * One client.
 */
export interface Download {
  readonly id: string;
  /**
   * Operating system.
   */
  readonly system: 'windows' | 'macos' | 'linux';
  /**
   * Address that begins with https:// or /.
   */
  readonly url: string;
}
/**
 * Key (the path of the thing) → ICU message. Rich tags: <b>, <link>, <terms>, <privacy>.
 */
export interface Messages {
  /**
   * ICU MessageFormat text.
   */
  readonly [k: string]: string;
}
/**
 * Who may prove who a visitor is; a line offers some of them in line.json. Texts: `frame.providers.<provider>`.
 */
export interface Providers {
  readonly [k: string]: Provider;
}
/**
 * One provider. Its credentials are settings, not data. `call` ends its sign-ins: `open-login`, which any number of providers may share, when left out.
 */
export interface Provider {
  /**
   * Vendor that speaks its protocol: its folder below src/server/vendors. `openid-connect` speaks to any provider of OpenID Connect.
   */
  readonly adapter: 'wechat' | 'qq' | 'google' | 'apple' | 'dingtalk' | 'openid-connect';
  /**
   * What it is called on buttons and in sentences, in every language or by language; a catalog's `frame.providers.<provider>` wins.
   */
  readonly name?:
    | string
    | {
        readonly [k: string]: string;
      };
  /**
   * Name in the enumeration `thirdPartyType`, or its number there, which then bears the provider's id.
   */
  readonly type: string | number;
  /**
   * Name in the enumeration `loginType`, or its number there, which then bears the provider's id.
   */
  readonly loginType: string | number;
  /**
   * Name in the enumeration `loginType` for an account that linked it while it was signed in.
   */
  readonly linkedLoginType?: string;
  /**
   * How the catalogue's codes call it: `<codes>.Login.Failed` and `<codes>.Login.Timeout`. `ThirdParty` when left out.
   */
  readonly codes?: string;
  /**
   * Whether its users are members of enterprises with an application each: an alias finds theirs, their accounts are the master's, and none is linked.
   */
  readonly members?: true;
  /**
   * Name of the passport's business where it is not the provider's own.
   */
  readonly business?: string;
  /**
   * Purpose of codes to a phone that its user binds; `bindthird` when left out.
   */
  readonly codePurpose?: 'bindwxphone' | 'bindqqphone';
  /**
   * Whether it posts whatever comes back, instead of sending the visitor to the address with it.
   */
  readonly posts?: true;
  /**
   * Pictogram on its button, our own drawing in a square of 24: an SVG path, or its parts where the provider's rules want several colours.
   */
  readonly icon:
    | string
    | readonly {
        readonly path: string;
        /**
         * Colour as #rrggbb, on light and dark pages.
         */
        readonly color: string;
      }[];
  /**
   * Of the drawing, on a light and on a dark page.
   */
  readonly color: {
    /**
     * Colour as #rrggbb.
     */
    readonly light: string;
    /**
     * Colour as #rrggbb.
     */
    readonly dark: string;
  };
  /**
   * How a visitor may get there; the first is the button's.
   *
   * @minItems 1
   */
  readonly ways: readonly Way[];
  /**
   * What is asked for, as the provider writes it.
   */
  readonly scope: string;
  /**
   * Base addresses by name; the setting `<PROVIDER>_<NAME>` replaces one.
   */
  readonly endpoints: {
    /**
     * https address without a slash at the end.
     */
    readonly [k: string]: string;
  };
  /**
   * How the provider says, at the redirect address, that the visitor declined. Every other error is a fault of the provider or of our settings. `error=access_denied` when left out.
   */
  readonly refusals?: {
    /**
     * Values of `error`.
     *
     * Items: As the provider writes it: letters, digits, `_`, `.` and `-`.
     */
    readonly errors: readonly string[];
    /**
     * A parameter of the provider's own that says so, with any value but 0.
     */
    readonly parameter?: string;
    /**
     * Whether coming back with neither a code nor an error says so.
     */
    readonly silent?: boolean;
  };
  readonly call?: string;
}
/**
 * One or more forms, shown as tabs.
 */
export interface FormScreen {
  /**
   * form
   */
  readonly kind: 'form';
  /**
   * `split`: beside the line's illustration; `card`: alone in the middle; `page`: wide.
   */
  readonly layout?: 'split' | 'card' | 'page';
  /**
   * Shows or changes what is the signed-in account's: wherever a call tells that nobody is signed in, its outcome carries out the action `sign-out`.
   */
  readonly account?: true;
  /**
   * The address carries a secret: it is taken out at once, and no third-party script is loaded.
   */
  readonly carriesToken?: boolean;
  readonly when?: Condition;
  /**
   * The form screen that this one goes on from: another page of the same form. Only a step of that screen's form leads here; what was typed there is sent with what is typed here. Whoever comes another way is led there.
   */
  readonly follows?: string;
  /**
   * Forms by name, in the order of their tabs (`screens.<id>.forms.<form>.tab`, `.submit`).
   */
  readonly forms: {
    readonly [k: string]: ScreenForm;
  };
  /**
   * Parts above the forms.
   */
  readonly before?: readonly Block[];
  /**
   * Parts below the forms.
   */
  readonly after?: readonly Block[];
  /**
   * Named states.
   */
  readonly states: {
    readonly [k: string]: FormState;
  };
  /**
   * Name counted when the screen is shown and can be used.
   */
  readonly funnel?: string;
  /**
   * Other front ends of the line may open or frame this page: those of the line's `redirects.origins`, no others.
   */
  readonly bridges?: boolean;
}
/**
 * Ordered fields and what happens on submit.
 */
export interface ScreenForm {
  /**
   * Fields in order.
   *
   * Items: A field by id, or with what this form changes about it.
   */
  readonly fields: readonly (string | FormField)[];
  readonly event: string;
  /**
   * Parts above the fields.
   */
  readonly before?: readonly Block[];
  /**
   * Parts between the fields and the button.
   */
  readonly blocks?: readonly Block[];
  /**
   * Parts after the button.
   */
  readonly after?: readonly Block[];
  readonly when?: Condition;
  readonly dialog?: FormDialog;
  /**
   * Flow values whose first present one tells password managers, and nobody else, whose password this is. For forms with a password and no field for the account.
   *
   * @minItems 1
   */
  readonly username?: readonly string[];
}
/**
 * A field that is optional here, only sometimes there, labelled otherwise, or checked live.
 */
export interface FormField {
  readonly field: string;
  readonly label?: string;
  /**
   * May be left empty.
   */
  readonly optional?: boolean;
  readonly when?: Condition;
  /**
   * One check, or several in order; the first that fails speaks.
   */
  readonly check?: FieldCheck | readonly FieldCheck[];
}
/**
 * A call made when the field is left with a valid value; its failures land on the field.
 */
export interface FieldCheck {
  readonly call: string;
  /**
   * Body properties given here, over those of the call.
   */
  readonly with?: {
    readonly [k: string]: Value;
  };
}
/**
 * A row of links.
 */
export interface LinksBlock {
  /**
   * links
   */
  readonly block: 'links';
  /**
   * Links in order.
   *
   * @minItems 1
   */
  readonly links: readonly Link[];
  readonly when?: Condition;
}
/**
 * A paragraph, `screens.<screen>.texts.<id>`.
 */
export interface TextBlock {
  /**
   * text
   */
  readonly block: 'text';
  readonly id: string;
  /**
   * How it looks; a `heading` of a notice begins a section: all blocks up to the next one, linked from the list beside them. A step is a muted sentence above a bar that shows how far it is.
   */
  readonly tone?:
    | 'plain'
    | 'muted'
    | 'info'
    | 'success'
    | 'warning'
    | 'heading'
    | 'step-1-of-2'
    | 'step-2-of-2'
    | 'step-1-of-3'
    | 'step-2-of-3'
    | 'step-3-of-3';
  /**
   * Links at the end of the paragraph, in order.
   *
   * @minItems 1
   */
  readonly links?: readonly Link[];
  readonly when?: Condition;
}
/**
 * Buttons of the line's third-party providers, or of those that the flow value `from` lists. One sets the flow values `provider` and `way`, then runs the event.
 */
export interface ProvidersBlock {
  /**
   * providers
   */
  readonly block: 'providers';
  readonly event: string;
  readonly from?: string;
  /**
   * What heads them: the text `screens.<screen>.texts.<id>`; `frame.providers` when absent.
   */
  readonly title?: string;
  readonly when?: Condition;
}
/**
 * A banner from the line's register-static folder; the first whose condition holds and whose file speaks. Nothing when it is missing or broken.
 */
export interface BannerBlock {
  /**
   * banner
   */
  readonly block: 'banner';
  readonly file: string;
  readonly when?: Condition;
  /**
   * Where the name of the file's entry comes from: the file holds one banner for each name under `entries`.
   */
  readonly entry?: QueryValue | StoredValue;
}
/**
 * The line's client downloads.
 */
export interface DownloadsBlock {
  /**
   * downloads
   */
  readonly block: 'downloads';
  readonly when?: Condition;
}
/**
 * A list of facts from flow values, each `screens.<screen>.facts.<name>`. Below them what the line's own fields held at registration, which `extras` names the flow value of, each under its field's label.
 */
export interface FactsBlock {
  /**
   * facts
   */
  readonly block: 'facts';
  /**
   * Flow values shown.
   *
   * @minItems 1
   */
  readonly values: readonly string[];
  readonly extras?: string;
  readonly when?: Condition;
  /**
   * `large`: to be compared with what stands elsewhere.
   */
  readonly look?: 'large';
}
/**
 * A table of records read by a call (sessions, sub accounts), with an event per row.
 */
export interface RecordsBlock {
  /**
   * records
   */
  readonly block: 'records';
  readonly id: string;
  readonly event: string;
  readonly from: string;
  /**
   * Properties shown.
   *
   * @minItems 1
   *
   * Items: A property by name, or with the words its values are shown as.
   */
  readonly columns: readonly (string | RecordColumn)[];
  /**
   * Events offered on each row; the row's `id` becomes the flow value `row`, its name `rowName`: what its first columns show, as many as tell the rows apart. Each button is named by it, too, and what it asks names it.
   *
   * Items: An event by name, or with the rows that offer it.
   */
  readonly rowEvents?: readonly (string | RowEvent)[];
  readonly when?: Condition;
}
/**
 * A property whose values are shown as `screens.<screen>.records.<id>.words.<name>.<value>`, or an amount, written as money of the currency that stands beside it. With the one value `true` it is a mark: no column, but said beside the first cell where it is true.
 */
export interface RecordColumn {
  readonly name: string;
  /**
   * The values it may have; `providers` where they are providers, whose names are shown.
   */
  readonly words?: readonly string[] | 'providers';
  readonly currency?: string;
}
/**
 * An event that is offered only on rows whose properties equal these, or asks before it runs.
 */
export interface RowEvent {
  readonly event: string;
  readonly where?: OutcomeWhere;
  /**
   * What is asked before the event runs: texts `confirms.<confirm>.title` and `.text`; the button that goes on is named like the one pressed, or `.action`.
   */
  readonly confirm?: string;
}
/**
 * A provider's own widget, in a frame of the server's (`/foyer/frames/<frame>`). Texts: `screens.<screen>.frames.<frame>`, the accessible name.
 */
export interface FrameBlock {
  /**
   * frame
   */
  readonly block: 'frame';
  readonly frame: string;
  readonly params: string;
  readonly event?: string;
  readonly failed: string;
  readonly blocked?: string;
  /**
   * px of the place kept for it, where its parameters name none.
   */
  readonly height?: number;
  readonly when?: Condition;
}
/**
 * The form is no tab but a dialog over the screen, opened by the action set-form. Its title is the form's `.tab`.
 */
export interface FormDialog {
  readonly event: string;
}
/**
 * A named state of the screen, rendered, previewed and tested by this name.
 */
export interface FormState {
  readonly form?: string;
  readonly error?: string;
  /**
   * Flags that are set.
   */
  readonly flags?: {
    readonly [k: string]: Scalar;
  };
  /**
   * Values for the sentences.
   */
  readonly params?: {
    readonly [k: string]: Scalar;
  };
  /**
   * What the fields hold.
   */
  readonly values?: {
    /**
     * A constant, or the options chosen.
     */
    readonly [k: string]: Scalar | readonly string[];
  };
}
/**
 * A message with buttons.
 */
export interface NoticeScreen {
  /**
   * notice
   */
  readonly kind: 'notice';
  /**
   * `split`: beside the line's illustration; `card`: alone in the middle; `page`: wide.
   */
  readonly layout?: 'split' | 'card' | 'page';
  /**
   * Shows or changes what is the signed-in account's: wherever a call tells that nobody is signed in, its outcome carries out the action `sign-out`.
   */
  readonly account?: true;
  /**
   * The address carries a secret: it is taken out at once, and no third-party script is loaded.
   */
  readonly carriesToken?: boolean;
  readonly when?: Condition;
  readonly initial: string;
  /**
   * Named states.
   */
  readonly states: {
    readonly [k: string]: NoticeState;
  };
  /**
   * Name counted when the screen is shown and can be used.
   */
  readonly funnel?: string;
  /**
   * Other front ends of the line may open or frame this page: those of the line's `redirects.origins`, no others.
   */
  readonly bridges?: boolean;
}
/**
 * One state of a notice: texts `screens.<screen>.states.<state>.title` and `.text`.
 */
export interface NoticeState {
  /**
   * What it means.
   */
  readonly tone: 'info' | 'success' | 'warning' | 'error';
  /**
   * Which drawing; `progress` turns, for what is under way.
   */
  readonly icon?: 'mail' | 'check' | 'clock' | 'warning' | 'lock' | 'user' | 'phone' | 'search' | 'progress';
  /**
   * Quiet event that is asked again and again while somebody looks.
   */
  readonly pollEvent?: string;
  /**
   * Buttons in order.
   */
  readonly actions?: readonly Button[];
  /**
   * Further parts.
   */
  readonly blocks?: readonly Block[];
  /**
   * Parts below the buttons: what can wait.
   */
  readonly after?: readonly Block[];
  /**
   * Values used in previews for the sentences, and rows of its records; `{brand}` in them is the line's name, `{newUser}` by itself its coupon of that name.
   */
  readonly params?: {
    readonly [k: string]: Example;
  };
  /**
   * Flags that are set in previews.
   */
  readonly flags?: {
    readonly [k: string]: Scalar;
  };
}
/**
 * A button: its event, or where it leads. Text: `screens.<screen>.actions.<id>`.
 */
export interface Button {
  readonly id: string;
  readonly event?: string;
  readonly screen?: string;
  /**
   * Name of a link in the line's `links`.
   */
  readonly url?: string;
  /**
   * primary once a screen.
   */
  readonly look?: 'primary' | 'secondary' | 'plain';
  readonly timer?: string;
  /**
   * What is asked before the event runs: texts `confirms.<confirm>.title` and `.text`; the button that goes on is named like the one pressed, or `.action`.
   */
  readonly confirm?: string;
  readonly when?: Condition;
  /**
   * Where it stands in a notice with headings: the name of a fact, in whose row it stands; the id of a text, beside which it stands, of a list, below which, or of a heading, in whose section it is last; `bar`: in the bar of the page, beside the languages. A fact that is not known has a row as long as a button stands in it. Without it, or while that block is not shown, below all sections.
   */
  readonly block?: string;
}
/**
 * A choice of one or several things, then a button.
 */
export interface ChoiceScreen {
  /**
   * choice
   */
  readonly kind: 'choice';
  /**
   * `split`: beside the line's illustration; `card`: alone in the middle; `page`: wide.
   */
  readonly layout?: 'split' | 'card' | 'page';
  /**
   * Shows or changes what is the signed-in account's: wherever a call tells that nobody is signed in, its outcome carries out the action `sign-out`.
   */
  readonly account?: true;
  /**
   * The address carries a secret: it is taken out at once, and no third-party script is loaded.
   */
  readonly carriesToken?: boolean;
  readonly when?: Condition;
  readonly field: string;
  /**
   * Fields that complete the choice, below it, in order.
   *
   * @minItems 1
   *
   * Items: A field by id, or with what this screen changes about it.
   */
  readonly fields?: readonly (string | FormField)[];
  /**
   * When what is stored now is shown above what is chosen here: label and value of each field, from the flow value named like it, under `.stored`. For a save that another one overtook.
   */
  readonly stored?: Condition;
  readonly event: string;
  readonly skip?: string;
  /**
   * Named states.
   */
  readonly states: {
    readonly [k: string]: FormState;
  };
  /**
   * Name counted when the screen is shown and can be used.
   */
  readonly funnel?: string;
  /**
   * Other front ends of the line may open or frame this page: those of the line's `redirects.origins`, no others.
   */
  readonly bridges?: boolean;
}
/**
 * A page that acts at once and goes on; it shows a sentence meanwhile.
 */
export interface TransitScreen {
  /**
   * transit
   */
  readonly kind: 'transit';
  /**
   * `split`: beside the line's illustration; `card`: alone in the middle; `page`: wide.
   */
  readonly layout?: 'split' | 'card' | 'page';
  /**
   * Shows or changes what is the signed-in account's: wherever a call tells that nobody is signed in, its outcome carries out the action `sign-out`.
   */
  readonly account?: true;
  /**
   * The address carries a secret: it is taken out at once, and no third-party script is loaded.
   */
  readonly carriesToken?: boolean;
  readonly when?: Condition;
  readonly event: string;
  /**
   * Named states.
   */
  readonly states: {
    readonly [k: string]: NoticeState;
  };
  readonly initial: string;
  /**
   * Name counted when the screen is shown and can be used.
   */
  readonly funnel?: string;
  /**
   * Other front ends of the line may open or frame this page: those of the line's `redirects.origins`, no others.
   */
  readonly bridges?: boolean;
  /**
   * Third-party providers send visitors back to this page: the line's own pages may open and frame it.
   */
  readonly returns?: boolean;
}
/**
 * A code to scan, polled until it is done. `ticketEvent` brings a code, `pollEvent` asks how it stands; `expired` is the state shown when the line's `qrSeconds` are over. Texts besides a notice's: `screens.<id>.picture` (what the picture is) and `.lead`.
 */
export interface QrScreen {
  /**
   * qr
   */
  readonly kind: 'qr';
  /**
   * `split`: beside the line's illustration; `card`: alone in the middle; `page`: wide.
   */
  readonly layout?: 'split' | 'card' | 'page';
  /**
   * Shows or changes what is the signed-in account's: wherever a call tells that nobody is signed in, its outcome carries out the action `sign-out`.
   */
  readonly account?: true;
  /**
   * The address carries a secret: it is taken out at once, and no third-party script is loaded.
   */
  readonly carriesToken?: boolean;
  readonly when?: Condition;
  readonly ticketEvent: string;
  readonly pollEvent: string;
  /**
   * Named states.
   */
  readonly states: {
    readonly [k: string]: QrState;
  };
  readonly initial: string;
  /**
   * Name counted when the screen is shown and can be used.
   */
  readonly funnel?: string;
  /**
   * Other front ends of the line may open or frame this page: those of the line's `redirects.origins`, no others.
   */
  readonly bridges?: boolean;
  readonly picture: QrPicture;
  readonly expired: string;
}
/**
 * One state of a QR screen: texts `screens.<screen>.states.<state>.title`, `.text`, and `.cover` where the picture is covered.
 */
export interface QrState {
  /**
   * What it means.
   */
  readonly tone: 'info' | 'success' | 'warning' | 'error';
  /**
   * Which drawing; `progress` turns, for what is under way.
   */
  readonly icon?: 'mail' | 'check' | 'clock' | 'warning' | 'lock' | 'user' | 'phone' | 'search' | 'progress';
  /**
   * `pending`: not there yet; `shown`: to be scanned; `veiled`: behind a cover, done with; `renew`: behind a button that brings a new one. Without it, the icon stands in its place.
   */
  readonly picture?: 'pending' | 'shown' | 'veiled' | 'renew';
  /**
   * `pollEvent` is asked again and again.
   */
  readonly polls?: boolean;
  /**
   * A new code is asked for by itself once the connection is back.
   */
  readonly heals?: boolean;
  /**
   * Buttons in order.
   */
  readonly actions?: readonly Button[];
  /**
   * Further parts.
   */
  readonly blocks?: readonly Block[];
  /**
   * Values used in previews for the sentences, and rows of its records; `{brand}` in them is the line's name, `{newUser}` by itself its coupon of that name.
   */
  readonly params?: {
    readonly [k: string]: Example;
  };
  /**
   * Flags that are set in previews.
   */
  readonly flags?: {
    readonly [k: string]: Scalar;
  };
}
/**
 * A flow value that the picture encodes.
 */
export interface QrText {
  readonly text: string;
  readonly opens?: string;
}
/**
 * A flow value that holds the path of an image, and the state shown when it cannot be loaded.
 */
export interface QrImage {
  readonly image: string;
  readonly broken: string;
  readonly opens?: string;
}
/**
 * What the browser keeps, and what it takes from the address.
 */
export interface Stored {
  /**
   * Stored keys.
   */
  readonly keys: {
    readonly [k: string]: StoredEntry;
  };
  /**
   * How the address is read.
   */
  readonly query?: {
    /**
     * Parameters never read.
     *
     * Items: Name.
     */
    readonly dropped?: readonly string[];
    /**
     * Characters taken out of a parameter.
     */
    readonly stripped?: {
      /**
       * What is taken out.
       */
      readonly [k: string]: 'chinese-and-punctuation';
    };
    /**
     * Query parameter → field it fills.
     */
    readonly fields?: {
      readonly [k: string]: string;
    };
  };
}
/**
 * Where and how long.
 */
export interface StoredEntry {
  /**
   * Stores written.
   *
   * @minItems 1
   *
   * Items: A store.
   */
  readonly where: readonly ('local' | 'session' | 'cookie')[];
  /**
   * Kept this long; for good when absent.
   */
  readonly days?: number;
  /**
   * Query parameter it is taken from.
   */
  readonly query?: string;
  readonly unless?: string;
  /**
   * When it is written.
   */
  readonly at?: string;
  /**
   * Belongs to whoever is signed in: the action `sign-out` removes it.
   */
  readonly person?: true;
  /**
   * Lives for one visit of a tab: reloads, Back, ways between our pages and providers' callbacks keep it. It is forgotten where a page is opened from elsewhere without its parameter, by the action `sign-out`, and once it was left for.
   */
  readonly visit?: true;
}
/**
 * Design tokens of a line; they become CSS custom properties.
 */
export interface Theme {
  /**
   * Colours for light and dark; text pairs must reach WCAG AA.
   */
  readonly color: {
    readonly light: ThemeColors;
    readonly dark: ThemeColors;
  };
  /**
   * Fonts and sizes of text.
   */
  readonly type: {
    /**
     * CSS font-family for Latin text, before the system's own, such as ui-rounded. Without it, the system's own alone.
     */
    readonly latin?: string;
    /**
     * CSS font-family for Chinese text, after the Latin one. Without it, the system's own.
     */
    readonly chinese?: string;
    /**
     * The line's own faces for headings, which `npm run faces` writes to the assets folder. Without it, headings have the text's.
     */
    readonly display?: {
      /**
       * Where letters and digits come from: the name of a package of @expo-google-fonts, such as outfit.
       */
      readonly latin: string;
      /**
       * Where Chinese characters come from, such as noto-serif-sc; without it, they are the text's.
       */
      readonly chinese?: string;
      /**
       * How large they are, beside their usual size of 1. Above 1, small headings are in the text's face.
       */
      readonly scale?: number;
      /**
       * em between their letters. Above 0.05, it is for Chinese alone.
       */
      readonly tracking?: number;
    };
    /**
     * px of body text.
     */
    readonly base: number;
    /**
     * Ratio between steps.
     */
    readonly scale: number;
    /**
     * CSS weight.
     */
    readonly headingWeight: number;
  };
  /**
   * Corners and lines.
   */
  readonly shape: {
    /**
     * px of controls.
     */
    readonly radius: number;
    /**
     * px of cards.
     */
    readonly radiusLarge: number;
    /**
     * px of inputs and buttons; where fingers press them, 46 at least.
     */
    readonly control: number;
    /**
     * How a field is drawn: in a frame (`outline`, the default), on a ground of its own over a line (`filled`), or on a line alone (`line`).
     */
    readonly field?: 'outline' | 'filled' | 'line';
    /**
     * How tabs are drawn: in a trough (`segment`, the default), as buttons of their own (`pill`), or over a line (`underline`).
     */
    readonly tabs?: 'segment' | 'pill' | 'underline';
  };
  /**
   * Durations in ms, of the specification's list.
   */
  readonly motion: {
    readonly fast: MotionStep;
    readonly normal: MotionStep;
    readonly slow: MotionStep;
  };
  /**
   * How picture and form stand together from 1024 px on: two panes, a form floating over the picture, a tall picture beside a quiet form, a card in the middle of the picture, or a form beside a picture whose edge is an arc. Two panes without it.
   */
  readonly layout?: 'split' | 'overlay' | 'band' | 'card' | 'canvas';
  /**
   * Where the illustration stands on a PC.
   */
  readonly pane: 'start' | 'end';
  /**
   * Files of the line's assets folder.
   */
  readonly art: {
    /**
     * SVG file of the assets folder, such as logo.svg.
     */
    readonly logo: string;
    /**
     * SVG file of the square mark, also the favicon, such as mark.svg.
     */
    readonly mark: string;
    /**
     * SVG file of the assets folder, such as illustration.svg.
     */
    readonly illustration: string;
    /**
     * Picture of 1200 x 630 px, JPEG or PNG of the assets folder, shown where a page's address is shared; `npm run previews` draws it.
     */
    readonly preview?: string;
  };
}
/**
 * Every colour token, as #rrggbb.
 */
export interface ThemeColors {
  /**
   * Colour as #rrggbb.
   */
  readonly background: string;
  /**
   * Colour as #rrggbb.
   */
  readonly surface: string;
  /**
   * Colour as #rrggbb.
   */
  readonly surfaceRaised: string;
  /**
   * Colour as #rrggbb.
   */
  readonly text: string;
  /**
   * Colour as #rrggbb.
   */
  readonly textMuted: string;
  /**
   * Colour as #rrggbb.
   */
  readonly textOnAccent: string;
  /**
   * Colour as #rrggbb.
   */
  readonly accent: string;
  /**
   * Colour as #rrggbb.
   */
  readonly accentHover: string;
  /**
   * Colour as #rrggbb.
   */
  readonly accentText: string;
  /**
   * Colour as #rrggbb.
   */
  readonly border: string;
  /**
   * Colour as #rrggbb.
   */
  readonly borderStrong: string;
  /**
   * Colour as #rrggbb.
   */
  readonly focus: string;
  /**
   * Colour as #rrggbb.
   */
  readonly danger: string;
  /**
   * Colour as #rrggbb.
   */
  readonly dangerSurface: string;
  /**
   * Colour as #rrggbb.
   */
  readonly success: string;
  /**
   * Colour as #rrggbb.
   */
  readonly successSurface: string;
  /**
   * Colour as #rrggbb.
   */
  readonly warning: string;
  /**
   * Colour as #rrggbb.
   */
  readonly warningSurface: string;
  /**
   * Colour as #rrggbb.
   */
  readonly info: string;
  /**
   * Colour as #rrggbb.
   */
  readonly infoSurface: string;
  /**
   * Colour as #rrggbb.
   */
  readonly heroFrom: string;
  /**
   * Colour as #rrggbb.
   */
  readonly heroTo: string;
  /**
   * Colour as #rrggbb.
   */
  readonly heroText: string;
}
