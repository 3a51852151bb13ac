/** What was pressed on a page without a script, and for whom the page was drawn. */
import { isSpent, type Page, secondsLeft, timerKey } from '../screens/page.ts';
import { firstForm, SEEN, tabsOf } from '../screens/page-model.ts';
import { runEvent } from '../screens/run-event.ts';
import { PLAIN_ACCOUNT, PLAIN_FORM, PLAIN_PRESS, PLAIN_SURE } from '../server/http/plain.ts';
import type { Visit } from '../server/http/renderer.ts';
import { noticePresses, pressOf } from './plain-notice.tsx';
import { ownEvent, sendEvents } from './plain-page.ts';
import { valuesOf } from './posted-values.ts';

/** ms after which a form's event counts as unanswered. */
const LONGEST = 30_000;

/** Where nobody is signed in any more, the page was somebody's all the same: they are told that it is over. */
export function knowWhose({ model }: Page, sent: URLSearchParams | undefined): void {
  const account = sent?.get(PLAIN_ACCOUNT);
  if (account && model.get().flow.userId === undefined)
    model.set(({ flow }) => ({ flow: { ...flow, userId: account } }));
}

/** Does what was pressed: a button of a notice, that of a code, or the form's own. Gives what there is to say of it. */
export async function press(page: Page, sent: URLSearchParams): Promise<Pick<Visit, 'asks' | 'coming'>> {
  const { model, shell } = page;
  const { pack } = model.get();
  const { screen } = pack;
  // For whom the page was drawn; somebody else may be signed in by now, and the service judges that.
  const account = sent.get(PLAIN_ACCOUNT);
  if (account !== null && account !== model.get().flow.userId) {
    model.set(({ flow }) => ({ flow: { ...flow, userId: account } }));
    // Nothing is asked, and nothing is shown, of one account on another's page.
    if (pack.events[SEEN] !== undefined) await runEvent(page, SEEN);
    if (model.get().pack !== pack) return {};
  }
  const pressed = sent.get(PLAIN_PRESS);
  const run = (event: string, row?: string): Promise<unknown> =>
    Promise.race([runEvent(page, event, row), new Promise((next) => setTimeout(next, LONGEST).unref())]);
  if (screen.kind === 'notice') {
    const found = noticePresses(page).find((each) => pressOf(each) === pressed);
    if (found === undefined) return {};
    const { event, row, rowName, confirm } = found;
    if (confirm !== undefined && sent.get(PLAIN_SURE) !== confirm) return { asks: pressOf(found) };
    if (rowName !== undefined) model.set(({ flow }) => ({ flow: { ...flow, rowName } }));
    await run(event, row);
    return {};
  }
  const name = tabsOf(pack).find((each) => each === sent.get(PLAIN_FORM)) ?? firstForm(pack);
  const form = pack.forms[name];
  const event = sendEvents(pack, name).find((each) => each === pressed) ?? ownEvent(screen, name);
  if (event === undefined) return {};
  if (form !== undefined)
    model.set(({ values }) => ({
      form: name,
      values: valuesOf(form, values, sent, shell.line),
      typed: form.fields.map(({ id }) => id),
    }));
  const sender = form?.fields.find(({ field: { send } }) => send && [send.event, send.voiceEvent].includes(event));
  const timer = sender?.field.send?.timer ?? '';
  const before = model.get().timers[timerKey(model.get(), timer)];
  await run(event);
  // A countdown that began is how a page knows that a code went out.
  const isComing = sender && model.get().pack === pack && secondsLeft({ ...model.get(), now: Date.now() }, timer) > 0;
  const isNew = before !== model.get().timers[timerKey(model.get(), timer)];
  return isComing && isNew && !isSpent(model.get(), timer) ? { coming: sender.id } : {};
}
