import { useEffect } from 'react';
import useSWR from 'swr';
import type { Scripts } from '../browser/scripts.ts';
import type { PageValue } from '../engine/pack.ts';
import type { BannerBlock } from '../generated/config.ts';

const FOLDER = '/register-static/';
/** Longest banner file read, characters: one sentence a language, for some hundred entries. */
const LONGEST_FILE = 64 * 1024;

/** What stands in the banner's place. */
export interface Spoken {
  readonly words: string;
  readonly url?: string;
}

interface LiveReadProps {
  readonly id: string;
  /** The banners wanted, the one that is preferred first. */
  readonly blocks: readonly BannerBlock[];
  readonly scripts: Scripts;
  bind(value: PageValue): Promise<unknown>;
  /** The sentence of a file, or of its entry of that name. */
  speak(data: unknown, entry: string | undefined): Spoken | undefined;
  onData(data: Spoken | null): void;
}

/** The first banner that speaks; a file that is missing, broken or too long is passed over. */
async function readBanners({ blocks, scripts, bind, speak }: LiveReadProps): Promise<Spoken | null> {
  for (const { file, entry } of blocks) {
    const name = entry && (await bind(entry));
    if (entry !== undefined && (typeof name !== 'string' || name === '')) continue;
    const data = await scripts.data(`${FOLDER}${file}.json`, LONGEST_FILE).catch(() => undefined);
    const found = speak(data, name as string | undefined);
    if (found !== undefined) return found;
  }
  return null;
}

/** Reads the banners once a visit, and tells what came. Loaded when the page is live: it imports nothing that the page shares. */
export function LiveRead(props: LiveReadProps) {
  const { id, onData } = props;
  const { data } = useSWR(id, () => readBanners(props), {
    shouldRetryOnError: false,
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once for each answer
  useEffect(() => {
    if (data !== undefined) onData(data);
  }, [data]);
  return null;
}
