/** Names of the data that code uses by itself, where no data says so. tests/house/unused.test.ts finds each of them in the code. */
import { SERVICES } from '../services.ts';

export const CALLS: readonly string[] = Object.values(SERVICES);

/** Enumerations that code reads as a whole, or whose values it picks by a name that it has. */
export const ENUMERATIONS: readonly string[] = [
  'bindDialog',
  'businessType',
  'languageFlag',
  'loginType',
  'platformState',
  'pollProgress',
  'qrState',
  'realNameState',
  'selected',
  'software',
  'wechatBindStatus',
  'wechatCode',
];

/** Stored keys that code writes. */
export const KEYS: readonly string[] = ['language', 'languageFlag'];

/** Links of the line that code shows or sends. */
export const LINKS: readonly string[] = ['support'];
