import type { CaptchaAnswer } from '../engine/bind.ts';
import type { Page } from './page.ts';

/** Asks for the captcha; undefined when the visitor closed it. */
export function askCaptcha({ visit }: Page): Promise<CaptchaAnswer | undefined> {
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
