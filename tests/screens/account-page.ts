/** The second page of registering by e-mail, come to by the first. */
import { act } from '@testing-library/react';
import { runEvent } from '../../src/screens/run-event.ts';
import { type Answers, type OpenPage, ok, openPage } from './page.tsx';
import { settle } from './settle.ts';

const EMAIL = 'mei@example.com';

/** The first page asks whether the e-mail is free, which it is; of anything else the test's own answer tells. */
function freeEmail(answer: Answers[string] = ok()): Answers[string] {
  return (request) => {
    if (JSON.stringify(request.body).includes(EMAIL)) return ok();
    return typeof answer === 'function' ? answer(request) : answer;
  };
}

export async function openAccountPage(options: Partial<Parameters<typeof openPage>[0]> = {}): Promise<OpenPage> {
  const { 'register-check': check, ...answers } = options.answers ?? {};
  const page = await openPage({
    line: 'foxrenderfarm',
    ...options,
    answers: { ...answers, 'register-check': freeEmail(check) },
    screen: 'register',
  });
  act(() => page.running.model.set(({ values }) => ({ values: { ...values, email: EMAIL } })));
  await act(() => runEvent(page.running, 'next'));
  await settle();
  return page;
}
