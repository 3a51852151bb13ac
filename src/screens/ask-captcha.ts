import type { CaptchaAnswer } from '../engine/bind.ts';
import type { Session } from './session.ts';

/** Asks for the captcha; undefined when the visitor closed it. */
export function askCaptcha({ visit }: Session): Promise<CaptchaAnswer | undefined> {
  return new Promise((resolve) => {
    visit.set({
      captcha: {
        answer(answer) {
          visit.set({ captcha: undefined });
          resolve(answer);
        },
      },
    });
  });
}
