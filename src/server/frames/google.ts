/**
 * Google's button. Its script knows pages by their origin and opens a window that speaks to that origin, so it works in no
 * opaque frame. What it gives is a signed token for the nonce in the address; who verifies it is `third-party/google.ts`.
 */
import type { FrameKind } from './types.ts';

export const googleFrame: FrameKind = {
  params: { nonce: /^[\w-]{43}$/, locale: /^[a-z]{2}(_[A-Z]{2})?$/ },
  content({ line, parts, own }) {
    const found = parts.thirdParties.of(line, own).get('google');
    const issuer = found?.pages.issuer;
    if (issuer === undefined || !found?.ways.includes('frame')) return undefined;
    const { origin } = new URL(issuer);
    return {
      script: `${issuer}/gsi/client`,
      opens: { style: [origin, "'unsafe-inline'"] },
      sandbox: ['allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'],
      values: { clientId: found.clientId },
    };
  },
};
