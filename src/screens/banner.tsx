import { type ReactNode, useEffect, useState } from 'react';
import { fillAmounts } from '../engine/amounts.ts';
import { bindValue } from '../engine/bind.ts';
import { holds } from '../engine/condition.ts';
import type { BannerBlock, Screen } from '../generated/config.ts';
import type { LiveRead, Spoken } from './live-read.tsx';
import { sourcesOf } from './page.ts';
import type { Screening } from './screening.ts';
import { useScreening } from './use-screening.ts';

/** Longest sentence shown, characters. */
const LONGEST_WORDS = 300;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The banners that a screen asks for, the one that is preferred first. */
function bannersOf(screen: Screen): readonly BannerBlock[] {
  const blocks = screen.kind === 'form' ? (screen.before ?? []) : [];
  return blocks.filter((block): block is BannerBlock => block.block === 'banner');
}

/**
 * The sentence of a banner, or of the file's entry of that name, with the line's amounts in it; undefined for anything that
 * is none, or names an amount that the line does not give.
 */
function spoken(
  data: unknown,
  entry: string | undefined,
  { page, state }: Pick<Screening, 'page' | 'state'>,
): Spoken | undefined {
  if (!isRecord(data)) return undefined;
  let banner: unknown = data;
  if (entry !== undefined) {
    const { entries } = data;
    if (!isRecord(entries) || !Object.hasOwn(entries, entry)) return undefined;
    banner = entries[entry];
  }
  if (!isRecord(banner) || !isRecord(banner.text)) return undefined;
  const { text, url } = banner;
  const { language } = page.shell;
  const written = Object.hasOwn(text, language) ? text[language] : undefined;
  if (typeof written !== 'string' || written.trim() === '' || written.length > LONGEST_WORDS) return undefined;
  const words = fillAmounts(written, state.pack.coupons);
  if (words.includes('{')) return undefined;
  return typeof url === 'string' && /^(https:\/\/|\/(?![/\\]))/.test(url) ? { words, url } : { words };
}

/** The banner as it was when the page was built. */
function builtBanner(blocks: readonly BannerBlock[], screening: Screening): Spoken | undefined {
  const block = blocks.find((each) => each.entry === undefined);
  return block === undefined ? undefined : spoken(screening.state.pack.banners?.[block.file], undefined, screening);
}

/**
 * The banner of the present screen: as it was when the page was built, so that nothing moves, then as the files say now.
 * What was built stays where no file can be read; nothing stands there where there was none either. The reader draws
 * nothing and may stand anywhere on the page.
 */
export function useBanner(): { readonly banner?: ReactNode; readonly reader?: ReactNode } {
  const screening = useScreening();
  const { page, state, facts } = screening;
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
  const shown = live?.key === key ? live.data : builtBanner(blocks, screening);
  const reader = Read && (
    <Read
      key={key}
      id={key}
      blocks={blocks.filter((_, index) => conditions[index])}
      scripts={page.world.scripts}
      bind={(value) => bindValue(value, sourcesOf(page, state))}
      holds={(condition) => holds(condition, facts)}
      now={page.world.clock.now}
      speak={(data, entry) => spoken(data, entry, screening)}
      onData={(data) => setLive({ key, data })}
    />
  );
  if (!shown) return { reader };
  const { words, url } = shown;
  return { reader, banner: <p>{url === undefined ? words : <a href={url}>{words}</a>}</p> };
}
