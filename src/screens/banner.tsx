import type { ReactNode } from 'react';
import useSWR from 'swr';
import { holds } from '../engine/condition.ts';
import type { BannerFile } from '../engine/pack.ts';
import type { BannerBlock, Screen } from '../generated/config.ts';
import { useScreening } from './context.tsx';

const FOLDER = '/register-static/';

/** The banner that a screen asks for. */
function bannerOf(screen: Screen): BannerBlock | undefined {
  const blocks = screen.kind === 'form' ? (screen.before ?? []) : [];
  return blocks.find((block): block is BannerBlock => block.block === 'banner');
}

/**
 * The banner of the present screen: as it was when the page was built, so that nothing moves, then as the file says now.
 * Nothing where it is missing or cannot be read.
 */
export function useBanner(): ReactNode {
  const { session, state, facts } = useScreening();
  const block = bannerOf(state.pack.screen);
  const wanted = block !== undefined && holds(block.when, facts);
  const fallback = block === undefined ? undefined : state.pack.banners?.[block.file];
  const address = wanted && !session.preview ? `${FOLDER}${block.file}.json` : null;
  const { data = fallback } = useSWR(address, session.world.scripts.data, {
    fallbackData: fallback,
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  if (!wanted) return undefined;
  const { text, url } = (data ?? {}) as BannerFile;
  const words = text?.[session.shell.language];
  if (typeof words !== 'string' || words === '') return undefined;
  const safe = typeof url === 'string' && /^(https:\/\/|\/(?![/\\]))/.test(url);
  return <p>{safe ? <a href={url}>{words}</a> : words}</p>;
}
