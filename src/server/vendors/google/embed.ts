/**
 * Google's button. Its script knows pages by their origin and opens a window that speaks to that origin, so it works in no
 * opaque frame. What it gives is a signed token for the nonce in the address; who verifies it is `identity.ts`. With a
 * state in its address it is a page of its own, whose button leaves for Google, which posts that token to the redirect address.
 */

import type { FrameKind } from '../../ports/embed.ts';
import { redirectUriOf } from '../../third-party/states.ts';
import { relayOf } from '../relay.ts';

const google: FrameKind = {
  relay: relayOf(import.meta.url, 'google'),
  params: { nonce: /^[\w-]{43}$/, locale: /^[a-z]{2}(_[A-Z]{2})?$/, state: /^[\w-]{43}$/ },
  optional: ['state'],
  content({ line, deps, own, language }) {
    const found = deps.thirdParties.of(line, own).get('google');
    const issuer = found?.pages.issuer;
    if (issuer === undefined || !found?.ways.some((way) => way === 'frame' || way === 'post')) return undefined;
    const { origin } = new URL(issuer);
    const pathOf = (screen: string): string =>
      Object.entries(line.paths).find(([, each]) => each === screen)?.[0] ?? line.line.redirects.homeUrl;
    const texts = line.messages[language];
    return {
      script: `${issuer}/gsi/client`,
      opens: { style: [origin, "'unsafe-inline'"] },
      sandbox: ['allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-popups', 'allow-popups-to-escape-sandbox'],
      alone: true,
      values: {
        clientId: found.clientId,
        loginUri: redirectUriOf({ origin: own }, 'google'),
        brand: texts?.['line.brand'] ?? line.name,
        back: texts?.['errors.links.sign-in'] ?? '',
        backTo: pathOf(line.line.home),
        failedTo: pathOf('google'),
        seconds: String(line.line.limits.thirdRenewSeconds),
      },
    };
  },
};

export const embeds = { google };
