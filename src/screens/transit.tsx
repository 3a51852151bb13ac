/** Transit screens act at once and go on; meanwhile they show a sentence. */
import { useEffect } from 'react';
import type { TransitScreen } from '../generated/config.ts';
import type { HeadingRef } from './heading-ref.ts';
import { NoticeView } from './notice.tsx';
import { useScreening } from './use-screening.ts';

export function TransitView({
  screen,
  headingRef,
}: {
  readonly screen: TransitScreen;
  readonly headingRef: HeadingRef;
}) {
  const { session, run } = useScreening();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen appears
  useEffect(() => {
    if (!session.preview) run(screen.event);
  }, []);
  return <NoticeView screen={screen} headingRef={headingRef} />;
}
