/** Section `size`: what a visitor downloads before the sign-in page can be used. */
import { join } from 'node:path';
import { buildBaselines, type FormTexts } from './baselines.ts';
import type { Figure } from './figures.ts';
import { assetsOf, type FirstLoad, firstLoad } from './first-load.ts';
import { distFolder, pageHtml } from './release.ts';

/** KB of 1,000 bytes; what the page may weigh, and what is aimed for. */
export const BUDGET = 108;
const AIM = 95;

/** The first load of a page of the current release. */
export async function pageLoad(line: string, language: string, screen: string): Promise<FirstLoad> {
  return firstLoad(await pageHtml(line, language, screen), assetsOf(join(distFolder(), 'assets')));
}

const texts: FormTexts = {
  language: 'en',
  title: '',
  tabs: [],
  account: '',
  password: '',
  remember: '',
  submit: '',
  forgot: '',
  register: '',
};

export async function sizeFigures(): Promise<Figure[]> {
  const load = await pageLoad('renderbus', 'zh', 'sign-in');
  const bare = (await buildBaselines(texts)).bytes('hello') / 1000;
  const parts = [
    `HTML ${(load.html / 1000).toFixed(1)}`,
    ...load.files.map(({ name, bytes }) => `${name} ${(bytes / 1000).toFixed(1)}`),
  ];
  const baseline = { what: 'react + react-dom', value: bare };
  return [
    {
      section: 'size',
      what: 'first load of sign-in, brotli',
      unit: 'KB',
      measured: load.bytes / 1000,
      baseline,
      target: { kind: 'at most', value: BUDGET, of: 'measured' },
      note: `aim ${AIM} KB; ${parts.join(', ')}`,
    },
  ];
}
