/** Transit screens act at once and go on; meanwhile they show a sentence. */
import { useEffect } from 'react';
import type { Failure } from '../engine/failures.ts';
import type { TransitScreen } from '../generated/config.ts';
import type { HeadingRef } from './heading-ref.ts';
import { NoticeView } from './notice.tsx';
import { useScreening } from './use-screening.ts';

/** What a visit was told by a page that what came back from elsewhere is spent on, kept until such a page begins anew. */
interface Ended {
  readonly mark: string;
  /** Who was signed in: it is told to nobody else. */
  readonly who: string | undefined;
  readonly state: string;
  readonly failure?: { readonly code: string; readonly params: Failure['params'] } | undefined;
}

const ENDED = 'ended';
const WHO = 'userId';

export function TransitView({
  screen,
  headingRef,
}: {
  readonly screen: TransitScreen;
  readonly headingRef: HeadingRef;
}) {
  const { session, state, run, tell } = useScreening();
  const { world, preview } = session;
  const { store, location } = world;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen appears
  useEffect(() => {
    if (preview) return;
    if (screen.returns) {
      const { mark, who, state: ended, failure } = (store.kept(ENDED) ?? {}) as Partial<Ended>;
      const isSame = mark === location.mark() || (state.shown === 0 && location.isForgotten());
      if (ended !== undefined && isSame && who === store.read(WHO)) return tell(ended, failure);
      store.keep(ENDED, undefined);
      // A step led here to say something.
      if (state.state !== screen.initial) return;
    }
    void run(screen.event);
  }, []);

  const { state: present, failure } = state;
  useEffect(() => {
    // What never reached the service may be sent again.
    const isHeard = failure === undefined || 'requestId' in failure.params;
    if (preview || !screen.returns || present === screen.initial || !isHeard) return;
    const mark = world.randomId();
    const told = failure && { code: failure.code, params: failure.params };
    location.mark(mark);
    store.keep(ENDED, { mark, who: store.read(WHO), state: present, failure: told } satisfies Ended);
  }, [preview, screen, present, failure, world, store, location]);
  return <NoticeView screen={screen} headingRef={headingRef} />;
}
