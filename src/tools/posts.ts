/** Which forms of a screen a browser can post by itself, and how one without scripts comes to them. */
import { escapeHtml } from '../engine/escape-html.ts';
import { eventCalls } from '../engine/event-calls.ts';
import type { Pack } from '../engine/pack.ts';
import { blocksOfState } from '../engine/state-blocks.ts';
import { isKeepable } from '../screens/memory.ts';
import { LOAD, tabsOf } from '../screens/page-model.ts';
import { PLAIN_PAGE, PLAIN_TAB } from '../server/http/plain.ts';

/** Calls that an event makes, and those that it goes on to. */
function callsAfter(events: Pack['events'], first: string): readonly string[] {
  const [seen, open, found] = [new Set<string>(), [first], new Set<string>()];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const event = events[name];
    if (event === undefined || seen.has(name)) continue;
    seen.add(name);
    for (const call of eventCalls(event)) found.add(call);
    for (const outcome of event.outcomes)
      open.push(...('then' in outcome ? [outcome.then] : []), ...(outcome.also ?? []));
  }
  return [...found];
}

/**
 * Whether a form's event only goes on, to the form's next page as a rule, and what it takes along may wait for the post of
 * that page: a secret may not.
 */
function goesOn(pack: Pack, form: string, event: string): boolean {
  const { events, forms } = pack;
  const goes = events[event]?.outcomes.some((outcome) => 'go' in outcome) === true;
  return goes && (forms[form]?.fields ?? []).every(({ id }) => isKeepable(pack, id));
}

/** Whether one of these calls is made behind a captcha only, which needs a script. */
const needCaptcha = ({ calls }: Pack, made: readonly string[]): boolean =>
  made.some((call) => calls[call]?.guard?.captcha === 'always');

/** The parameter of its address that proves something, once the screen is come to. */
function proving({ calls, events }: Pack, proofs: readonly string[]): string | undefined {
  const found = callsAfter(events, LOAD).flatMap((id) => {
    const { body = {}, keeps = {} } = calls[id] ?? {};
    if (!Object.keys(keeps).some((name) => proofs.includes(name))) return [];
    return Object.values(body).flatMap((value) => ('query' in value ? [value.query] : []));
  });
  return found[0];
}

/** The parameter of its address that a call asks about, once the screen is come to. */
function asked({ calls, events }: Pack): string | undefined {
  const values = callsAfter(events, LOAD).flatMap((id) => Object.values(calls[id]?.body ?? {}));
  return values.flatMap((value) => ('query' in value ? [value.query] : []))[0];
}

/** The parameter of its address by which a screen that passes visitors on knows where to. */
function passing({ screen, events }: Pack): string | undefined {
  if (screen.kind !== 'transit' || screen.returns) return undefined;
  return /"query":"([^"]+)"/.exec(JSON.stringify(events[screen.event]?.outcomes.map((each) => each.if)))?.[1];
}

/**
 * The parameter of a link that leads here, where it can be followed without a script: the form stands in the page as
 * controls that browsers post by themselves, a notice says what came of it and offers its buttons, or it only passes on.
 */
export function followedLink(pack: Pack, proofs: readonly string[], body: string): string | undefined {
  const { screen, calls, forms } = pack;
  if (!screen.carriesToken) return undefined;
  if (screen.kind === 'transit') return passing(pack);
  if (screen.kind !== 'form' && screen.kind !== 'notice') return undefined;
  const fields = Object.values(forms).flatMap((form) => form.fields);
  const isPlain =
    !needCaptcha(pack, Object.keys(calls)) &&
    fields.every(({ id, field }) => field.send === undefined && body.includes(` name="${id}"`));
  return isPlain ? (proving(pack, proofs) ?? (screen.kind === 'notice' ? asked(pack) : undefined)) : undefined;
}

/**
 * Whether a screen without a form comes to something as it opens that its page can say without a script. What a frame shows,
 * others' scripts show.
 */
export const isPlainNotice = ({ screen, events }: Pack): boolean =>
  screen.kind === 'notice' &&
  !screen.carriesToken &&
  events[LOAD] !== undefined &&
  !Object.values(screen.states)
    .flatMap(blocksOfState)
    .some(({ block }) => block === 'frame');

/** Whether what is chosen can be sent without a script. */
function isPlainChoice(pack: Pack): boolean {
  const { screen, events } = pack;
  return screen.kind === 'choice' && !screen.carriesToken && !needCaptcha(pack, callsAfter(events, screen.event));
}

/**
 * What a browser without scripts may ask for of a screen: the forms that it can post by itself once a code's button is a
 * button of the form, or the page of a notice or a choice.
 */
export function plainForms(pack: Pack, drawForm: (form: string) => string): readonly string[] {
  const { screen, events } = pack;
  if (isPlainNotice(pack) || isPlainChoice(pack)) return [PLAIN_PAGE];
  if (screen.kind !== 'form' || screen.carriesToken) return [];
  return tabsOf(pack).filter((name) => {
    const event = screen.forms[name]?.event ?? '';
    const made = callsAfter(events, event);
    if ((made.length === 0 && !goesOn(pack, name, event)) || needCaptcha(pack, made)) return false;
    const body = drawForm(name);
    return (pack.forms[name]?.fields ?? []).every(({ id }) => body.includes(` name="${id}"`));
  });
}

/** What leads a browser without scripts to a page that does without, where it could not do all with this one. */
export function wayTo(plain: readonly string[], runs: boolean, pack: Pack, text: string): string | undefined {
  const [first] = plain;
  if (first === undefined || first === PLAIN_PAGE || text === '' || (runs && tabsOf(pack).length < 2)) return undefined;
  return `<p class="alert tone-info"><a class="link" href="?${PLAIN_TAB}=${first}">${escapeHtml(text)}</a></p>`;
}

/**
 * Whether all that the first form sends stands in the page as controls that browsers post by themselves: no code to be sent
 * first, no captcha before the call, no token that only the page's script holds.
 */
export function canRun(pack: Pack, body: string): boolean {
  const { screen, forms, events } = pack;
  if (screen.kind !== 'form' || screen.carriesToken) return false;
  const [[name, { fields }] = ['', { fields: [] }]] = Object.entries(forms);
  const sends = screen.forms[name]?.event ?? '';
  const event = events[sends];
  const asks = needCaptcha(pack, eventCalls(event ?? {}));
  const isPlain = ({ id, field }: (typeof fields)[number]): boolean =>
    field.send === undefined && body.includes(` name="${id}"`);
  const does = event?.call !== undefined || (callsAfter(events, sends).length === 0 && goesOn(pack, name, sends));
  return does && !asks && fields.every(isPlain);
}
