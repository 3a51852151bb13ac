/** DingTalk's page with a code to scan. Its own script would have to be trusted with the whole page: it works in no opaque frame. */
import { relayOf } from '../relay.ts';
import { scanEmbed } from '../scan-embed.ts';

export const embeds = {
  dingtalk: scanEmbed({
    provider: 'dingtalk',
    endpoint: 'login',
    path: '/oauth2/auth',
    relay: relayOf(import.meta.url, 'dingtalk'),
  }),
};
