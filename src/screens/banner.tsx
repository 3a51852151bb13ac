import useSWR from 'swr';
import { holds } from '../engine/condition.ts';
import type { BannerBlock, Screen } from '../generated/config.ts';
import { Text } from '../theme/text.tsx';
import { useScreening } from './context.tsx';

/** A file of the line's register-static folder: a sentence by language, and where it leads. */
interface BannerFile {
  readonly text?: Readonly<Record<string, string>>;
  readonly url?: string;
}

const FOLDER = '/register-static/';

/** The banner of a screen, if it asks for one. */
export function bannerOf(screen: Screen): BannerBlock | undefined {
  const blocks = screen.kind === 'form' ? (screen.before ?? []) : [];
  return blocks.find((block): block is BannerBlock => block.block === 'banner');
}

/** Reads the banner once the page is live; nothing stands there when it is missing or cannot be read. */
export function Banner({ block }: { readonly block: BannerBlock }) {
  const { session, facts } = useScreening();
  const wanted = holds(block.when, facts) && !session.preview;
  const { data } = useSWR(wanted ? `${FOLDER}${block.file}.json` : null, session.world.scripts.data, {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  const { text, url } = (data ?? {}) as BannerFile;
  const words = text?.[session.shell.language];
  if (typeof words !== 'string' || words === '') return null;
  const safe = typeof url === 'string' && /^(https:\/\/|\/(?![/\\]))/.test(url);
  return <Text tone="info">{safe ? <a href={url}>{words}</a> : words}</Text>;
}
