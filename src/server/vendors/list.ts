/** Every vendor that the programs hand to the server. One more is its folder and a line here. */
import type { AnyVendor } from '../ports/vendor.ts';
import { aliyun } from './aliyun/index.ts';
import { apple } from './apple/index.ts';
import { baidu } from './baidu/index.ts';
import { dingtalk } from './dingtalk/index.ts';
import { google } from './google/index.ts';
import { openIdConnect } from './openid-connect/index.ts';
import { qq } from './qq/index.ts';
import { tencent } from './tencent/index.ts';
import { wechat } from './wechat/index.ts';

export const VENDORS: readonly AnyVendor[] = [
  wechat,
  qq,
  google,
  apple,
  dingtalk,
  openIdConnect,
  tencent,
  aliyun,
  baidu,
];
