/** What comes beside the page once it is live: the switch of light and dark, the data collection of lines that have one. */

import { Collection } from './collection.tsx';
import type { Page } from './page.ts';
import { SchemeSwitch } from './scheme-switch.tsx';

export const Beside = ({ page }: { readonly page: Page }) => (
  <>
    <SchemeSwitch page={page} />
    <Collection page={page} />
  </>
);
