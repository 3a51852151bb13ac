/** @jest-environment ./tests/page-environment.cjs */
/**
 * Fields that are filled once the page is live, and no event tells: some password managers and web views do so. Whatever
 * is drawn or pressed next, the fields keep it and the form has it. Over every form of every line.
 */
import '@testing-library/jest-dom';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Pack } from '../../src/engine/pack.ts';
import { loadBundles } from '../../src/screens/bundles.ts';
import { controlId } from '../../src/screens/focus.ts';
import { loadValidators } from '../../src/screens/navigate.ts';
import { arrive } from '../../src/screens/page-model.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, openPage } from './page.tsx';
import { typedInto } from './typed.ts';

/** As scripts in the page do, and as whoever goes round React does. */
type Way = 'past React' | 'by script';

function fill(control: HTMLInputElement | HTMLSelectElement, text: string, way: Way): void {
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set;
  if (way === 'past React') native?.call(control, text);
  else control.value = text;
}

/** What stands in a control once it is filled: phones without the code of their area. */
const shownText = (id: string, value: unknown): string =>
  id === 'phone' ? String(value).replace(/^\+86/, '') : String(value);

const controlOf = (id: string) => document.getElementById(controlId(id)) as HTMLInputElement | HTMLSelectElement | null;

/** Fills every control that is shown; answers what the form should hold then. */
function fillAll({ running }: OpenPage, way: Way): Record<string, unknown> {
  const { pack, form } = running.model.get();
  const typed = typedInto(pack);
  const filled: Record<string, unknown> = {};
  for (const { id } of pack.forms[form]?.fields ?? []) {
    const control = controlOf(id);
    if (control === null || control.type === 'hidden' || typed[id] === undefined) continue;
    if (control.type === 'checkbox') {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')?.set?.call(control, true);
      filled[id] = true;
    } else if (control.type === 'radio') {
      const radio = document.querySelector<HTMLInputElement>(`input[name="${id}"][value="${String(typed[id])}"]`);
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'checked')?.set?.call(radio, true);
      filled[id] = typed[id];
    } else {
      // An overseas line takes the number with its calling code, as visitors may type it.
      const text = running.shell.line.phone?.area === '86' ? shownText(id, typed[id]) : String(typed[id]);
      fill(control, text, way);
      filled[id] = typed[id];
    }
  }
  return filled;
}

const held = ({ running }: OpenPage, filled: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(filled).map((id) => [id, running.model.get().values[id]]));

const texts = (filled: object): string[] =>
  Object.keys(filled).map((id) => {
    const control = controlOf(id);
    const on = control?.type === 'checkbox' && (control as HTMLInputElement).checked;
    return `${id}: ${on || control?.value}`;
  });

const formsOf = ({ screen: each, forms }: Pack): string[] => (each.kind === 'form' ? Object.keys(forms) : []);

const LINES = ['renderbus', 'foxrenderfarm', 'pkdragon', 'dragonforeign', 'avica', 'ip', 'dayan'];

/** The form, without what its page does by itself: most lead elsewhere when nobody comes by their way. No call is answered. */
async function openForm(line: string, pack: Pack, form: string): Promise<OpenPage> {
  const never = () => new Promise<never>(() => {});
  const answers = Object.fromEntries(Object.keys(pack.calls).map((call) => [call, never]));
  const page = await openPage({ line, screen: 'forgot-password', answers });
  const validators = await loadValidators(page.running, pack);
  await loadBundles(pack);
  await act(async () => page.running.model.set({ ...arrive(pack, validators), shown: 0, form }));
  return page;
}

test.each(LINES)('%s: filled silently, a form keeps it, whatever is drawn next, and is sent with it', async (line) => {
  const screens = Object.values((await compiledLines())[line]?.languages.en?.screens ?? {});
  let forms = 0;
  for (const { pack } of screens) {
    for (const form of formsOf(pack)) {
      const way = forms % 2 === 0 ? 'past React' : 'by script';
      const at = `${line} ${pack.id} ${form} ${way}`;
      const page = await openForm(line, pack, form);
      const filled = fillAll(page, way);
      // The code of an area is taken out of the number.
      const before = texts(filled).map((text) => text.replace('+86', ''));
      // Something else is drawn: a countdown goes on.
      await act(async () => page.running.model.set(({ now }) => ({ now: now + 1000, flags: { drawn: true } })));
      expect([at, texts(filled)]).toEqual([at, before]);
      expect([at, held(page, filled)]).toEqual([at, filled]);
      page.unmount();
      forms += 1;
    }
  }
  expect(forms).toBeGreaterThan(10);
});

test.each(LINES)('%s: what is sent at once is what stands there', async (line) => {
  const screens = Object.values((await compiledLines())[line]?.languages.en?.screens ?? {});
  for (const { pack } of screens) {
    for (const form of formsOf(pack)) {
      const at = `${line} ${pack.id} ${form}`;
      const page = await openForm(line, pack, form);
      const filled = fillAll(page, 'past React');
      const before = texts(filled).map((text) => text.replace('+86', ''));
      const sent = page.container.querySelector('form') as HTMLFormElement;
      await act(async () => void fireEvent.submit(sent));
      // One that went on had what it needed.
      const went = page.running.model.get().pack !== pack;
      if (!went) {
        expect([at, held(page, filled)]).toEqual([at, filled]);
        expect([at, texts(filled)]).toEqual([at, before]);
        const accused = [...document.querySelectorAll('[aria-invalid="true"]')].map(({ id }) => id);
        expect([at, accused]).toEqual([at, []]);
      }
      page.unmount();
    }
  }
});

test('a code can be had for a phone that was filled silently', async () => {
  const page = await openPage({ screen: 'register' });
  const send = (): HTMLButtonElement => screen.getByRole('button', { name: 'Send code' });
  fill(controlOf('phone') as HTMLInputElement, '13800138000', 'past React');
  await page.user.click(send());
  await waitFor(() => expect(page.sent('send-verify-code')).toHaveLength(1));
  expect(controlOf('phone')).not.toHaveAttribute('aria-invalid', 'true');
  page.unmount();
});

test('a field that was emptied silently is empty', async () => {
  const page = await openPage({ screen: 'sign-in' });
  const account = controlOf('account') as HTMLInputElement;
  await page.user.type(account, 'mei_lin');
  fill(account, '', 'past React');
  await page.user.tab();
  expect(page.running.model.get().values.account).toBeUndefined();
  page.unmount();
});
