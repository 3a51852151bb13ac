import type { CaptchaAnswer } from '../engine/bind.ts';
import type { Page } from './page.ts';

/** Asks for the captcha; undefined when the visitor closed it. */
export function askCaptcha({ model }: Page): Promise<CaptchaAnswer | undefined> {
  return new Promise((resolve) => {
    model.set({
      captcha: {
        answer(answer) {
          model.set({ captcha: undefined });
          resolve(answer);
        },
      },
    });
  });
}
