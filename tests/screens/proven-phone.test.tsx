/** @jest-environment ./tests/page-environment.cjs */
/**
 * A code that went to a phone proves that phone and no other: whoever changes the number on a form that goes on from the
 * proof is asked for a code again, at once, and told why; with the number back, the proof is. The number is a field there, or a
 * fact with a button that changes it. Over every form that does without its code once there is a proof.
 */
import '@testing-library/jest-dom';
import { act, screen } from '@testing-library/react';
import { learn } from '../../src/screens/learn.ts';
import { runEvent } from '../../src/screens/run-event.ts';
import { compiledLines } from '../compiled-lines.ts';
import { type OpenPage, ok, openPage, recorded } from './page.tsx';
import { typedInto } from './typed.ts';

const PHONE = '+8613511112222';
/** What says so: that it is, or the number itself. */
const VERIFIED = /phone (number is )?verified|^\+8613511112222$/i;

interface Way {
  readonly line: string;
  /** Screen where the code is entered, its form, the event that sends it, and the form that goes on. */
  readonly from: string;
  readonly form: string;
  readonly event: string;
  readonly to: string;
  readonly onForm: string;
}

/** Forms that do without a code once there is a proof, on every line. */
async function forms(): Promise<string[]> {
  const found = new Set<string>();
  for (const { languages } of Object.values(await compiledLines()))
    for (const [id, { pack }] of Object.entries(languages.en?.screens ?? {}))
      for (const [form, { fields }] of Object.entries(pack.forms))
        for (const { field, when } of fields)
          if (field.send !== undefined && JSON.stringify(when ?? '').includes('"proof"')) found.add(`${id} ${form}`);
  return [...found].sort();
}

const WAYS: readonly Way[] = [
  { line: 'renderbus', from: 'sign-in', form: 'code', event: 'sign-in-code', to: 'register', onForm: 'phone' },
  { line: 'renderbus', from: 'register', form: 'phone', event: 'register-phone', to: 'register', onForm: 'phone' },
  {
    line: 'renderbus',
    from: 'third-phone',
    form: 'phone',
    event: 'bind-phone',
    to: 'bind-account',
    onForm: 'new-phone',
  },
];

test('every such form has its way here', async () => {
  expect(await forms()).toEqual([...new Set(WAYS.map(({ to, onForm }) => `${to} ${onForm}`))].sort());
});

const proof = { proof: 'a proof', registered: false };

async function proven({ line, from, form, event, onForm }: Way): Promise<OpenPage> {
  const page = await openPage({
    line,
    screen: from,
    stored: { clientRSThirdToken: 'a token' },
    answers: {
      'phone-sign-in': ok(proof),
      'check-verification-code': ok(proof),
      'bind-phone-to-third': ok(proof),
      'is-bind-account': ok({ bound: false }),
      'register-phone': recorded('register-phone', 'Account.UserName.Existed'),
      'register-check': ok({}),
    },
  });
  const { model } = page.running;
  act(() =>
    model.set(({ values, pack }) => ({
      form,
      values: { ...values, ...typedInto(pack), phone: PHONE, code: '123456' },
    })),
  );
  await act(async () => runEvent(page.running, event));
  act(() => model.set({ form: onForm }));
  return page;
}

const phoneField = ({ container }: OpenPage): HTMLInputElement =>
  container.querySelector('[name="phone"]') as HTMLInputElement;
/** Where the number stands as a fact, its button makes a field of it. */
async function change(page: OpenPage): Promise<void> {
  const button = screen.queryByRole('button', { name: 'Change' });
  expect(phoneField(page).type === 'hidden').toBe(button !== null);
  if (button === null) return;
  await page.user.click(button);
  expect(phoneField(page)).toHaveFocus();
}
const codeField = ({ container }: OpenPage): Element | null =>
  container.querySelector('[name="code"]:not([type="hidden"])');

describe.each(WAYS)('$from leads to $to', (way) => {
  test('the proof stands in for the code, and says so', async () => {
    const page = await proven(way);
    expect(page.running.model.get().pack.id).toBe(way.to);
    expect(codeField(page)).toBeNull();
    expect(screen.getAllByText(VERIFIED)[0]).toBeVisible();
    // Only the service knows who has no account, and only where it was asked.
    expect(page.container.textContent?.includes('no account yet')).toBe(way.from !== way.to);
    page.unmount();
  });

  test('another number asks for a code at once, and nothing says that it is verified', async () => {
    const page = await proven(way);
    await change(page);
    await page.user.type(phoneField(page), '9');
    expect(codeField(page)).not.toBeNull();
    expect(screen.queryByText(VERIFIED)).toBeNull();
    expect(page.running.model.get().flow.proof || undefined).toBeUndefined();
    page.unmount();
  });

  test('the page says why, and with the number back nothing is to be proven again', async () => {
    const page = await proven(way);
    await change(page);
    await page.user.type(phoneField(page), '9');
    expect(screen.getByText(/You verified \+8613511112222/)).toBeVisible();
    await page.user.type(phoneField(page), '{Backspace}{Backspace}');
    expect(codeField(page)).not.toBeNull();
    await page.user.type(phoneField(page), '2');
    expect(codeField(page)).toBeNull();
    expect(screen.queryByText(/You verified/)).toBeNull();
    expect(screen.getAllByText(VERIFIED)[0]).toBeVisible();
    expect(page.running.model.get().flow.proof).toBe('a proof');
    page.unmount();
  });

  test('it is back after a reload, too', async () => {
    const page = await proven(way);
    await change(page);
    await page.user.type(phoneField(page), '9');
    act(() => page.world.location.page('hide'));
    const mark = page.world.location.mark();
    page.unmount();
    const again = await openPage({
      line: way.line,
      screen: way.to,
      world: page.world,
      mark,
      stored: { clientRSThirdToken: 'a token' },
    });
    act(() => again.running.model.set({ form: way.onForm }));
    expect(codeField(again)).not.toBeNull();
    await again.user.type(phoneField(again), '{Backspace}');
    expect(codeField(again)).toBeNull();
    expect(again.running.model.get().flow.proof).toBe('a proof');
    again.unmount();
  });

  test('a code of another number proves that one, and the first is forgotten', async () => {
    const page = await proven(way);
    await change(page);
    await page.user.type(phoneField(page), '{Backspace}3');
    const { model } = page.running;
    const call = Object.values(model.get().pack.calls).find(({ keeps }) => keeps?.proof !== undefined);
    // Linking takes the code itself, with the rest.
    if (call === undefined) return page.unmount();
    act(() => learn(page.running, call, { proof: 'another proof' }));
    expect(model.get().flow.proof).toBe('another proof');
    await page.user.type(phoneField(page), '{Backspace}2');
    expect(model.get().flow.proof).toBeUndefined();
    expect(screen.getByText(/You verified \+8613511112223/)).toBeVisible();
    page.unmount();
  });

  test('other fields may change', async () => {
    const page = await proven(way);
    await page.user.type(page.container.querySelector('[name="username"]') as HTMLInputElement, '9');
    expect(codeField(page)).toBeNull();
    expect(page.running.model.get().flow.proof).toBe('a proof');
    page.unmount();
  });
});

test.each(WAYS.filter(({ to }) => to === 'register'))('$from: the number that was proven is sent', async (way) => {
  const page = await proven(way);
  const { model } = page.running;
  act(() => model.set(({ values, pack }) => ({ values: { ...values, ...typedInto(pack), phone: values.phone } })));
  await act(async () => runEvent(page.running, 'register-phone'));
  expect(page.sent('register-phone').at(-1)?.body).toMatchObject({ phone: PHONE, proof: 'a proof' });
  page.unmount();
});
