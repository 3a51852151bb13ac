/** WeChat's page with a code to scan. */
import { relayOf } from '../relay.ts';
import { scanEmbed } from '../scan-embed.ts';

export const embeds = {
  wechat: scanEmbed({
    provider: 'wechat',
    endpoint: 'open',
    path: '/connect/qrconnect',
    relay: relayOf(import.meta.url, 'wechat'),
  }),
};
