import { type ReactNode, useEffect, useState } from 'react';
import { bindValue } from '../engine/bind.ts';
import { holds } from '../engine/condition.ts';
import type { Pack } from '../engine/pack.ts';
import type { Spoken } from '../engine/spoken.ts';
import type { BannerBlock, Screen } from '../generated/config.ts';
import type { LiveRead } from './live-read.tsx';
import { sourcesOf } from './page.ts';
import { useScreening } from './use-screening.ts';

/** The banners that a screen asks for, the one that is preferred first. */
function bannersOf(screen: Screen): readonly BannerBlock[] {
  const blocks = screen.kind === 'form' ? (screen.before ?? []) : [];
  return blocks.filter((block): block is BannerBlock => block.block === 'banner');
}

/** The banner as it was when the page was built. */
function builtBanner(blocks: readonly BannerBlock[], { banners }: Pack): Spoken | undefined {
  const block = blocks.find((each) => each.entry === undefined);
  return block && banners?.[block.file];
}

/**
 * The banner of the present screen: as it was when the page was built, so that nothing moves, then as the files say now.
 * What was built stays where no file can be read; nothing stands there where there was none either. The reader draws
 * nothing and may stand anywhere on the page.
 */
export function useBanner(): { readonly banner?: ReactNode; readonly reader?: ReactNode } {
  const { page, state, facts } = useScreening();
  const [Read, setRead] = useState<typeof LiveRead>();
  const [live, setLive] = useState<{ readonly key: string; readonly data: Spoken | null }>();
  const blocks = bannersOf(state.pack.screen);
  const conditions = blocks.map((block) => holds(block.when, facts));
  const wanted = conditions.includes(true);
  const key = `${state.pack.id}:${conditions.map(Number).join('')}`;
  useEffect(() => {
    if (!wanted || page.preview) return;
    // Without the reader the banner stays as it was built.
    import('./live-read.tsx').then(
      (late) => setRead(() => late.LiveRead),
      () => {},
    );
  }, [wanted, page]);
  if (!wanted) return {};
  const shown = live?.key === key ? live.data : builtBanner(blocks, state.pack);
  const reader = Read && (
    <Read
      key={key}
      id={key}
      blocks={blocks.filter((_, index) => conditions[index])}
      scripts={page.world.scripts}
      bind={(value) => bindValue(value, sourcesOf(page, state))}
      holds={(condition) => holds(condition, facts)}
      now={page.world.clock.now}
      language={page.shell.language}
      amounts={state.pack.coupons}
      onData={(data) => setLive({ key, data })}
    />
  );
  if (!shown) return { reader };
  const { words, url } = shown;
  return { reader, banner: <p>{url === undefined ? words : <a href={url}>{words}</a>}</p> };
}
