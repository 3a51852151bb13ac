import { createContext } from 'react';

/** What heads a part of a page: below a section's own heading it is one deeper. */
export const HeadingLevel = createContext<'h2' | 'h3'>('h2');
