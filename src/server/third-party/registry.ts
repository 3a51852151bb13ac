/** Adapters by the names that providers.json calls them. */
import { apple } from '../vendors/apple/identity.ts';
import { dingtalk } from '../vendors/dingtalk/identity.ts';
import { google } from '../vendors/google/identity.ts';
import { qq } from '../vendors/qq/identity.ts';
import type { ThirdPartyAdapter } from '../ports/identity.ts';
import { wechat } from '../vendors/wechat/identity.ts';

export const ADAPTERS: Readonly<Record<string, ThirdPartyAdapter>> = { wechat, qq, google, apple, dingtalk };
