/**
 * QQ's connect script, where a line asks for it. It keeps its access token in a cookie of our host and asks QQ whose it is by a
 * script tag, so it works in no opaque frame. The token proves nothing by itself: `identity.ts` asks QQ for whom it was made.
 * The window that the script opens comes back to a frame of its own, `qq-callback`.
 */
import { iconParts } from '../../../engine/provider-icon.ts';
import { FRAMES_PATH } from '../../frames/address.ts';
import type { FrameKind, FrameSource } from '../../ports/embed.ts';
import { relayOf } from '../relay.ts';

const SELF = 'qq';
const CALLBACK = 'qq-callback';
/** Host that the script takes further parts and pictures from. */
const PARTS = 'https://qzonestyle.gtimg.cn';

/** What both frames have: the script, and what it needs; undefined where the line does not ask for it. */
function scriptOf({ line, deps, own }: FrameSource) {
  const found = deps.thirdParties.of(line, own).get('qq');
  const { connect, graph } = found?.pages ?? {};
  if (connect === undefined || graph === undefined || !found?.ways.includes('frame')) return undefined;
  return {
    clientId: found.clientId,
    script: `${connect}/qc_jssdk.js`,
    opens: { script: [new URL(graph).origin, PARTS], img: [PARTS, 'data:'], style: ["'unsafe-inline'"] },
  } as const;
}

const qqFrame: FrameKind = {
  relay: relayOf(import.meta.url, SELF),
  params: { language: /^[a-z]{2}(-[A-Z]{2})?$/ },
  content(source) {
    const { line, own, language } = source;
    const found = scriptOf(source);
    const provider = line.providers.qq;
    if (found === undefined || provider === undefined) return undefined;
    const { clientId, script, opens } = found;
    return {
      script,
      opens,
      sandbox: ['allow-scripts', 'allow-same-origin', 'allow-popups', 'allow-popups-to-escape-sandbox'],
      values: {
        clientId,
        callback: `${own}${FRAMES_PATH}/${CALLBACK}`,
        label: line.messages[language]?.['frame.providers.qq'] ?? SELF,
        icon: iconParts(provider.icon)
          .map(({ path }) => path)
          .join(''),
        color: provider.color.light,
      },
    };
  },
};

const qqCallbackFrame: FrameKind = {
  relay: relayOf(import.meta.url, CALLBACK),
  // QQ's own; the token stands behind the `#`, which no server sees.
  params: { state: /^[\w-]{0,128}$/, usercancel: /^\d$/ },
  optional: ['state', 'usercancel'],
  content(source) {
    const { line, own } = source;
    const found = scriptOf(source);
    if (found === undefined) return undefined;
    const { script, opens } = found;
    return {
      script,
      opens,
      sandbox: ['allow-scripts', 'allow-same-origin'],
      alone: true,
      values: { opener: `${own}${FRAMES_PATH}/${SELF}`, home: line.line.redirects.homeUrl },
    };
  },
};

export const embeds = { [SELF]: qqFrame, [CALLBACK]: qqCallbackFrame };
