/** Adapters by the names that providers.json calls them. */
import { apple } from './apple.ts';
import { dingtalk } from './dingtalk.ts';
import { google } from './google.ts';
import { qq } from './qq.ts';
import type { ThirdPartyAdapter } from './types.ts';
import { wechat } from './wechat.ts';

export const ADAPTERS: Readonly<Record<string, ThirdPartyAdapter>> = { wechat, qq, google, apple, dingtalk };
