import type { RefObject } from 'react';

/** Where a screen puts its h1, which takes the focus when the screen is shown. */
export type HeadingRef = RefObject<HTMLHeadingElement | null>;
