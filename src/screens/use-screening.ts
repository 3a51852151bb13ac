import { createContext, useContext } from 'react';
import type { Screening } from './screening.ts';

/**
 * The running page, within reach of every component of a screen. A module of its own that imports nothing else, so that
 * parts loaded later share only this with the page.
 */
export const ScreeningContext = createContext<Screening | undefined>(undefined);

/** What a component of a screen works with. @throws outside `ScreeningProvider`. */
export function useScreening(): Screening {
  const screening = useContext(ScreeningContext);
  if (screening === undefined) throw new Error('ScreeningProvider is missing.');
  return screening;
}
