/**
 * Pages of WeChat and DingTalk with a code to scan. No script of theirs runs here: each would only make the inner frame that
 * our relay makes, and DingTalk's would have to be trusted with the whole page, since it works in no opaque frame.
 */
import type { FrameKind } from '../ports/embed.ts';

/**
 * @param endpoint name of the provider's base address that has the page
 * @param path of the page below it
 */
function providerFrame(provider: string, endpoint: string, path: string): FrameKind {
  return {
    params: {
      src: /^https?:\/\/[\w.~:/?#@!$&()*+,;=%[\]-]{1,2000}$/,
      width: /^\d{3}$/,
      height: /^\d{3}$/,
      allow: /^[a-z-]{1,40}$/,
    },
    optional: ['allow'],
    content({ line, parts, own }) {
      const found = parts.thirdParties.of(line, own).get(provider);
      const base = found?.pages[endpoint];
      if (base === undefined || !found?.ways.includes('frame')) return undefined;
      return {
        script: '',
        // Ours is where the inner frame ends up, with what came of it.
        opens: { frame: [new URL(base).origin, own] },
        sandbox: [
          'allow-scripts',
          'allow-same-origin',
          'allow-forms',
          'allow-popups',
          'allow-popups-to-escape-sandbox',
        ],
        values: { page: base + path },
      };
    },
  };
}

export const wechatFrame = providerFrame('wechat', 'open', '/connect/qrconnect');
export const dingtalkFrame = providerFrame('dingtalk', 'login', '/oauth2/auth');
