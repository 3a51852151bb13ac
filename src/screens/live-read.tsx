import { useEffect } from 'react';
import useSWR from 'swr';
import type { Scripts } from '../browser/scripts.ts';
import type { Pack, PageValue } from '../engine/pack.ts';
import { bannerIn, isRecord, type Spoken, spokenIn } from '../engine/spoken.ts';
import type { BannerBlock, Condition } from '../generated/config.ts';

const FOLDER = '/register-static/';
/** Longest banner file read, characters: one sentence a language, for some hundred entries. */
const LONGEST_FILE = 64 * 1024;

interface LiveReadProps {
  readonly id: string;
  /** The banners wanted, the one that is preferred first. */
  readonly blocks: readonly BannerBlock[];
  readonly scripts: Scripts;
  bind(value: PageValue): Promise<unknown>;
  /** Whether the audience of a banner is this visit. */
  holds(condition: Condition): boolean;
  /** Milliseconds since 1970. */
  now(): number;
  readonly language: string;
  /** What the line's sentences may name. */
  readonly amounts: Pack['coupons'];
  onData(data: Spoken | null): void;
}

/** Whether a banner is for this moment and this visit; one that says neither always is. */
function isDue(data: unknown, entry: string | undefined, { now, holds }: LiveReadProps): boolean {
  const banner = bannerIn(data, entry);
  if (banner === undefined) return true;
  const { from, until, when } = banner;
  const moment = now();
  // A moment that is none compares with nothing.
  if (from !== undefined && !(Date.parse(String(from)) <= moment)) return false;
  if (until !== undefined && !(moment < Date.parse(String(until)))) return false;
  return when === undefined || (isRecord(when) && holds(when as Condition));
}

/**
 * The first banner that speaks; a file that is missing, broken or too long is passed over. Null when one that could be read
 * is not due, and none of the others speaks; undefined when there is nothing to go by.
 */
async function readBanners(props: LiveReadProps): Promise<Spoken | null | undefined> {
  const { blocks, scripts, bind, language, amounts } = props;
  let silent: null | undefined;
  for (const { file, entry } of blocks) {
    const name = entry && (await bind(entry));
    if (entry !== undefined && (typeof name !== 'string' || name === '')) continue;
    const data = await scripts.data(`${FOLDER}${file}.json`, LONGEST_FILE).catch(() => undefined);
    const found = spokenIn(data, name as string | undefined, language, amounts);
    if (found === undefined) continue;
    if (isDue(data, name as string | undefined, props)) return found;
    silent = null;
  }
  return silent;
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
