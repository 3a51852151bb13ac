/** Transit screens act at once and go on; meanwhile they show a sentence. */
import { useEffect } from 'react';
import type { Failure } from '../engine/failures.ts';
import type { TransitScreen } from '../generated/config.ts';
import type { HeadingRef } from './heading-ref.ts';
import { NoticeView } from './notice.tsx';
import type { Screening } from './screening.ts';
import { useScreening } from './use-screening.ts';

/** What a page told of what came back from elsewhere, which is spent: kept until such a page begins anew. */
interface Ended {
  readonly mark: string;
  /** Who was signed in: it is told to nobody else. */
  readonly who: string | undefined;
  readonly state: string;
  readonly failure?: Failure | undefined;
}

const ENDED = 'ended';
const WHO = 'userId';

/** A failure in the words of the page that is there now: it may be another language's, and know fewer codes. */
function inItsWords({ params: { when: _, ...params }, ...failure }: Failure, { has }: Screening): Failure {
  return { ...failure, params, key: has(failure.key) ? failure.key : 'errors.unknown' };
}

export function TransitView({
  screen,
  headingRef,
}: {
  readonly screen: TransitScreen;
  readonly headingRef: HeadingRef;
}) {
  const screening = useScreening();
  const { page, state, run } = screening;
  const { world, model, preview } = page;
  const { clock, store, location } = world;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen appears
  useEffect(() => {
    if (preview) return;
    const { mark, who, state: told, failure } = (store.kept(ENDED) ?? {}) as Partial<Ended>;
    const isSame = mark === location.mark() || (state.shown === 0 && location.isForgotten());
    if (!screen.returns) void run(screen.event);
    else if (told !== undefined && isSame && who === store.read(WHO)) {
      // Once the page is alive, and knows whom its sentences speak of.
      clock.soon(() =>
        clock.soon(() => model.set({ state: told, failure: failure && inItsWords(failure, screening) })),
      );
    } else {
      store.keep(ENDED, undefined);
      // A step may have led here to say something.
      if (state.state === screen.initial) void run(screen.event);
    }
  }, []);

  const { state: present, failure } = state;
  useEffect(() => {
    // What never reached the service may be sent again.
    const isHeard = failure === undefined || 'requestId' in failure.params;
    if (preview || !screen.returns || present === screen.initial || !isHeard) return;
    const mark = world.randomId();
    location.mark(mark);
    store.keep(ENDED, { mark, who: store.read(WHO), state: present, failure } satisfies Ended);
  }, [preview, screen, present, failure, world, store, location]);
  return <NoticeView screen={screen} headingRef={headingRef} />;
}
