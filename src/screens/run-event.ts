/**
 * An event's way: validate → bind → guard → call → outcome → actions and flags → step. See docs/architecture.md.
 */
import { actions } from '../actions/actions.ts';
import { leaveFor, leaveTo } from '../actions/leave.ts';
import { bindBody, bindHeaders, bindKeeps, bindOutcome, bindSaves, type CaptchaAnswer } from '../engine/bind.ts';
import { queriesOf } from '../engine/condition.ts';
import { eventCall } from '../engine/event-calls.ts';
import { type Failure, readFailure } from '../engine/failures.ts';
import { pickOutcome, type Result, succeeded } from '../engine/flow.ts';
import { isSettled } from '../engine/form-schema.ts';
import { ownProperty } from '../engine/own-property.ts';
import type { FormField, PageCall, PageEvent } from '../engine/pack.ts';
import { answeredAddress } from '../engine/redirect.ts';
import { actionContext, type Began } from './action-context.ts';
import { askCaptcha } from './ask-captcha.ts';
import { learnCatalogue } from './catalogue.ts';
import { comeAlive } from './come-alive.ts';
import { cursor, focusControl } from './focus.ts';
import { bring, learn } from './learn.ts';
import { forgetTyped } from './memory.ts';
import { goTo, leadsBack, staysBarred, staysOffline } from './navigate.ts';
import { asOf, formOf, keptFailures, ofToday } from './outdated.ts';
import { factsOf, type Page, shownFields, sourcesOf, textsOf } from './page.ts';
import { heldBy, LOAD, type PageState, whenFree } from './page-model.ts';
import { count, report } from './report.ts';
import { showFailure, showThere } from './show-failure.ts';
import { faultsOf } from './validate.ts';

/** Keys of calls whose answer never came: the very same request may repeat them and has one effect. */
const unanswered = new WeakMap<Page, Map<string, { readonly body: string; readonly key: string }>>();

function idempotencyKey(page: Page, id: string, body: string): string {
  const known = unanswered.get(page)?.get(id);
  return known?.body === body ? known.key : page.world.randomId();
}

function remember(page: Page, id: string, body: string, key: string, result: Result): void {
  const keys = unanswered.get(page) ?? new Map();
  unanswered.set(page, keys);
  if (result.kind === 'answer') keys.delete(id);
  else keys.set(id, { body, key });
}

/** What an event gives its call, and the form that it was run from. */
type Given = Pick<PageEvent, 'with' | 'headers'> & { readonly form?: string | undefined };

/** Makes one call with what the page holds now. */
async function makeCall(page: Page, id: string, given: Given, captcha?: CaptchaAnswer): Promise<Result> {
  const { shell, world, model } = page;
  const call = model.get().pack.calls[id];
  if (call === undefined) throw new Error(`No call is named ${id}.`);
  const sources = { ...sourcesOf(page, asOf(model.get(), given.form)), captcha };
  const [body, headers] = await Promise.all([
    bindBody(call, given.with, sources),
    bindHeaders(
      [...(call.headers ?? []), ...(given.headers ?? [])],
      { ...shell.headers, ...model.get().pack.headers },
      sources,
    ),
  ]);
  const text = JSON.stringify(body);
  const key = call.guard?.idempotent ? idempotencyKey(page, id, text) : undefined;
  const result = await world.http.send({
    method: call.method,
    path: call.path,
    headers: key === undefined ? headers : { ...headers, 'idempotency-key': key },
    body,
    timeoutSeconds: shell.line.limits.requestSeconds,
  });
  if (key !== undefined) remember(page, id, text, key, result);
  if (!succeeded(result) && failureOf(page, result).unknown) await learnCatalogue(page);
  return result;
}

/**
 * Reads a failure with the words and fields of the present screen.
 * @param body what the call was sent, by wire name.
 * @param form whose fields it may stand at; the one that is shown when absent.
 */
export function failureOf(page: Page, result: Result, body: PageCall['body'] = {}, form?: string): Failure {
  const state = asOf(page.model.get(), form);
  const texts = textsOf(page, state.pack);
  return readFailure(result, {
    errors: (code) => ownProperty(state.pack.errors, code) ?? ownProperty(page.shell.errors, code),
    has: texts.has,
    fields: shownFields(page, state).flatMap((each) => (isSettled(each) ? [] : each.id)),
    fieldOf(name) {
      const value = ownProperty(body, name);
      return value && 'field' in value ? value.field : undefined;
    },
    language: page.shell.language,
  });
}

/**
 * The call, and once more with a captcha when that is what it asks for: never two prompts for one action.
 * @returns undefined when the visitor closed the captcha that comes before the call: nothing was sent.
 */
export async function callGuarded(
  page: Page,
  id: string,
  call: PageCall,
  event: Given & Pick<PageEvent, 'quiet'>,
): Promise<Result | undefined> {
  let captcha: CaptchaAnswer | undefined;
  if (call.guard?.captcha === 'always') {
    captcha = await askCaptcha(page);
    if (captcha === undefined) return undefined;
  }
  const result = await makeCall(page, id, event, captcha);
  const asks = !succeeded(result) && failureOf(page, result).entry.asks === 'captcha';
  if (!asks || captcha !== undefined || event.quiet) return result;
  captcha = await askCaptcha(page);
  return captcha === undefined ? result : makeCall(page, id, event, captcha);
}

/** Fields that must be right before the event: those it names, or the whole form that it sends. */
function isValid(page: Page, name: string, event: PageEvent, form?: string): boolean {
  const state = asOf(page.model.get(), form);
  const { screen } = state.pack;
  const sends = screen.kind === 'form' ? screen.forms[state.form]?.event : screen.kind === 'choice' ? screen.event : '';
  const whole = sends === name;
  if (!whole && event.validates === undefined) return true;
  const faults = faultsOf(page, state).filter(({ field }) => whole || event.validates?.includes(field));
  // A field that is shown only after the form was sent is judged once it was left, as any other.
  const judged = whole ? shownFields(page, state).map(({ id }) => id) : faults.map(({ field }) => field);
  page.model.set(({ left }) => ({ left: [...new Set([...left, ...judged])] }));
  // What a live check found wrong counts, too; where only another page follows, alone as well: no call would tell it again.
  const isWrong = ({ id }: FormField): boolean =>
    faults.some(({ field }) => field === id) || (whole && state.fieldFailures[id] !== undefined);
  const wrong = shownFields(page, state).find(isWrong);
  if (faults.length === 0 && (!wrong || event.call || !event.outcomes.some((outcome) => 'go' in outcome))) return true;
  focusControl(wrong?.id ?? '');
  return false;
}

type Ended = 'stays' | 'gone';

interface Run extends Began {
  /** Event that was run; `then` leads from it to others. */
  readonly event: string;
  /** Form that it is about, whichever is shown by now; undefined for an event of the screen as a whole. */
  form: string | undefined;
  /** Whether its answers no longer matter. */
  isStale(): boolean;
  /** Whether the service was asked for anything. */
  asked?: boolean;
}

async function carryOut(page: Page, name: string, run: Run): Promise<Ended> {
  const { model, world } = page;
  const { pack } = model.get();
  const event = pack.events[name];
  if (event === undefined) throw new Error(`No event is named ${name}.`);
  if (!isValid(page, name, event, run.form)) return 'stays';
  const now = (): PageState => asOf(model.get(), run.form);

  const id = eventCall(event, model.get().flow);
  const call = pack.calls[id ?? ''];
  let typed: Parameters<typeof ofToday>[1];
  let result: Result | undefined = id === undefined && event.call ? { kind: 'unoffered' } : undefined;
  if (id !== undefined) {
    if (call === undefined) throw new Error(`No call is named ${id}.`);
    if (!event.quiet && run.event !== LOAD && staysBarred(page)) return 'stays';
    if (!event.quiet)
      model.set((state) => ({ failure: undefined, fieldFailures: keptFailures(state), failureFlags: {} }));
    run.asked = true;
    const { values } = model.get();
    result = await callGuarded(page, id, call, { ...event, form: run.form });
    typed = [values, model.get().values];
    if (result === undefined) return 'stays';
    // What the page loads by itself takes no page away from under something that the visitor waits for.
    if (run.event === LOAD) await whenFree(model);
    // The visitor may have gone elsewhere meanwhile: the answer no longer concerns what is shown.
    if (model.get().pack !== pack || run.isStale()) return 'gone';
    if (result.kind === 'answer' && succeeded(result)) {
      const { data } = result;
      for (const [key, value] of Object.entries(bindSaves(call, data))) world.store.write(key, value);
      learn(page, call, bindKeeps(call, data));
    }
  } else if (event.window !== undefined) {
    const windows = world.windows.now() ?? (await world.windows.get());
    result = await windows.take(event.window, {
      ...model,
      free: () => whenFree(model),
      name: run.event,
      quiet: event.quiet,
      bind: () => bindOutcome(event.with, sourcesOf(page, now())),
      isSafe: (address) => answeredAddress(address, world.location.origin) !== undefined,
    });
    if (result === undefined || model.get().pack !== pack) return 'gone';
    if (result.kind === 'answer') bring(page, result.data);
  }

  const good = result === undefined || succeeded(result);
  const outcome = pickOutcome(event.outcomes, result, factsOf(page, now()));
  if (good && event.funnel !== undefined) void count(page, event.funnel);
  if (outcome.set !== undefined) model.set(({ flags }) => ({ flags: { ...flags, ...outcome.set } }));
  if (outcome.keeps !== undefined) {
    bring(page, await bindOutcome(outcome.keeps, sourcesOf(page, now())));
  }
  const context = actionContext(page, run);
  for (const action of outcome.do ?? []) {
    actions[action.action](action, context);
    run.form = action.form ?? run.form;
  }
  const failure =
    good || result === undefined
      ? undefined
      : ofToday(failureOf(page, result, { ...call?.body, ...event.with }, run.form), typed);
  // A failure that leads elsewhere does so whoever asked, the page itself included, unless the outcome is its very own.
  if (failure?.entry.go !== undefined && ![outcome.on].flat().includes(failure.code)) {
    await showFailure(page, failure);
    return 'stays';
  }
  for (const each of outcome.also ?? []) void runEvent(page, each, undefined, undefined, run.form);

  if ('go' in outcome) {
    const { screen, state, says, tone } = outcome.go;
    const goes = await goTo(page, screen, {
      state,
      said: says === undefined ? undefined : { text: textsOf(page, pack).text(`screens.${screen}.says.${says}`), tone },
      with: outcome.go.with,
      query: outcome.go.query,
      done: good,
      asked: run.asked,
      instead: run.event === LOAD,
    });
    if (goes) return 'gone';
    // A window that was opened for what comes there is of no use.
    world.windows.now()?.close();
    return 'stays';
  }
  if ('says' in outcome) {
    model.set({ told: outcome.says });
    // What the address brought is told once.
    world.location.dropQuery(queriesOf(outcome.if));
  }
  if ('then' in outcome) return carryOut(page, outcome.then, run);
  if ('leave' in outcome) {
    if (!run.asked && staysOffline(page)) return 'stays';
    forgetTyped(page, pack.id);
    const address = typeof outcome.leave === 'string' ? undefined : model.get().flow[outcome.leave.flow];
    // The flow ends here: what was kept along it (tokens above all) is of no more use.
    context.forgetFlow();
    if (typeof outcome.leave === 'string') leaveFor(outcome.leave, context);
    else leaveTo(address, context);
    return 'gone';
  }
  if ('state' in outcome) model.set({ state: outcome.state, failure: undefined });
  const tells = !('state' in outcome) || outcome.tells;
  if (tells && failure !== undefined && !event.quiet) await showThere(page, failure, run.form);
  return 'stays';
}

/**
 * Runs one of the screen's events. One at a time: while the visitor waits for one, others are ignored; quiet ones run
 * beside it, and beside what the page loads by itself the visitor's own.
 * @param row becomes the flow value `row`.
 * @param isStale whether the answer, once it is there, no longer matters.
 * @param form that it is about, when it is not the one that is shown.
 */
export async function runEvent(
  page: Page,
  name: string,
  row?: string,
  isStale: () => boolean = () => false,
  form?: string,
): Promise<void> {
  const { model } = page;
  comeAlive(page, true);
  if (leadsBack(page)) return;
  const state = model.get();
  const { pack } = state;
  const quiet = pack.events[name]?.quiet === true;
  if (!quiet && (heldBy(state) !== undefined || state.pending === name)) return;
  if (row !== undefined) model.set(({ flow }) => ({ flow: { ...flow, row } }));
  if (!quiet) model.set({ pending: name, pendingRow: row, told: undefined });
  let ended: Ended = 'stays';
  const run: Run = { event: name, form: form ?? formOf(state, name), isStale, state, cursor: cursor() };
  try {
    ended = await carryOut(page, name, run);
  } catch (error) {
    report(page, 'page-error', { message: String(error) });
    if (model.get().pack === pack && !quiet) await showThere(page, failureOf(page, { kind: 'unreadable' }), run.form);
    if (!page.production) throw error;
  } finally {
    // A page being left keeps its spinner until it is gone.
    if (ended === 'stays' && model.get().pack === pack && model.get().pending === name)
      model.set({ pending: undefined, pendingRow: undefined });
  }
}
