/** @jest-environment ./tests/page-environment.cjs */
/** What happens to the fields when a form is sent: the first wrong one gets the focus, and success accuses nobody. */
import { eventCalls } from '../../src/engine/event-calls.ts';
import '@testing-library/jest-dom';
import { act, fireEvent, waitFor } from '@testing-library/react';
import type { Pack } from '../../src/engine/pack.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import { compiledLines } from '../compiled-lines.ts';
import { comeFromBefore } from './come-from-before.ts';
import { type Answers, ok, openPage, recorded } from './page.tsx';
import { settle } from './settle.ts';
import { showField } from './shows.ts';
import { typedInto } from './typed.ts';

const LINES = ['renderbus', 'foxrenderfarm'];
const STORED = { clientRSThirdToken: 'token' };

async function packs(line: string): Promise<readonly Pack[]> {
  const { languages } = (await compiledLines())[line] as Awaited<ReturnType<typeof compiledLines>>[string];
  return Object.values(languages.en?.screens ?? {}).map(({ pack }) => pack);
}

/** What the service says of a value that is taken, by field. */
const TAKEN: Readonly<Record<string, string>> = {
  phone: 'Account.Phone.Existed',
  email: 'Account.Email.Existed',
  username: 'Account.UserName.Existed',
};

test.each(LINES)('%s: a field that a live check found wrong is the first wrong one, too', async (line) => {
  let looked = 0;
  for (const pack of await packs(line)) {
    for (const [form, { fields }] of Object.entries(pack.forms)) {
      for (const field of fields) {
        const code = TAKEN[field.id];
        if (!field.checks?.some(({ call }) => call === 'register-check') || code === undefined || fields.length === 1)
          continue;
        const page = await openPage({
          line,
          screen: pack.id,
          stored: STORED,
          preview: true,
          answers: { 'register-check': recorded('register-check', code), 'is-blacklist-email': ok() },
        });
        comeFromBefore(page);
        // What stands before it is right, what follows is missing.
        const upTo = fields.slice(0, fields.indexOf(field) + 1).map(({ id }) => id);
        const typed = Object.fromEntries(upTo.map((id) => [id, typedInto(pack)[id]]));
        act(() => page.running.model.set(({ values }) => ({ form, values: { ...values, ...typed } })));
        showField(page, field.id);
        const input = page.container.querySelector(`[name="${field.id}"]`) as HTMLElement;
        act(() => input.focus());
        act(() => input.blur());
        await act(async () => page.world.clock.pass(5000));
        await waitFor(() => expect(input).toBeInvalid());
        fireEvent.submit(page.container.querySelector('form') as HTMLFormElement);
        const focused = (): string => (document.activeElement as HTMLInputElement | null)?.name ?? '';
        await waitFor(() => expect([pack.id, form, focused()]).toEqual([pack.id, form, field.id]));
        looked += 1;
        page.unmount();
        page.container.remove();
      }
    }
  }
  expect(looked).toBeGreaterThan(3);
});

/** Events that empty fields once the service has accepted them, and the calls that they make first. */
function emptying(pack: Pack): readonly string[] {
  return Object.entries(pack.events).flatMap(([name, { outcomes }]) =>
    outcomes.some((outcome) => outcome.do?.some(({ action }) => action === 'forget-fields')) ? [name] : [],
  );
}

test.each(LINES)('%s: fields that are emptied after success are not accused of being empty', async (line) => {
  let looked = 0;
  for (const pack of await packs(line)) {
    for (const event of emptying(pack)) {
      const [call] = eventCalls(pack.events[event] ?? {});
      if (call === undefined || Object.keys(pack.forms).length === 0) continue;
      const never = (): Promise<never> => new Promise(() => undefined);
      const rest = Object.fromEntries(Object.keys(pack.calls).map((id) => [id, never])) as Answers;
      const page = await openPage({
        line,
        screen: pack.id,
        stored: STORED,
        preview: true,
        answers: { ...rest, [call]: ok({ registered: true, active: true }) },
      });
      const { model } = page.running;
      for (const form of Object.keys(pack.forms)) {
        act(() => model.set(({ values }) => ({ form, sent: true, values: { ...values, ...typedInto(pack) } })));
        await act(async () => void runEvent(page.running, event));
        await settle();
        const invalid = [...page.container.querySelectorAll('[aria-invalid=true]')].map(({ id }) => id);
        expect({ screen: pack.id, event, form, invalid }).toEqual({ screen: pack.id, event, form, invalid: [] });
        looked += 1;
      }
      page.unmount();
      page.container.remove();
    }
  }
  expect(looked).toBeGreaterThan(3);
});
