/** Baidu: hears of registrations that its advertisements brought. */
import type { Vendor } from '../../ports/vendor.ts';
import { opened } from '../opened.ts';
import { createBaiduCarrier } from './conversion.ts';
import { type BaiduSettings, settings } from './settings.ts';

export const baidu: Vendor<BaiduSettings> = {
  name: 'baidu',
  settings,
  conversion(opening) {
    const isGiven = opening.own.ocpc !== undefined;
    const { values, at, isStandIn } = opened(opening, isGiven);
    if (!isGiven && !isStandIn) return undefined;
    const { token = '', newType } = values;
    return createBaiduCarrier({ base: () => at('ocpc') ?? '', token, newType });
  },
};
