import { useEffect } from 'react';
import useSWR from 'swr';

interface LiveReadProps<T> {
  readonly id: string;
  read(): Promise<T>;
  onData(data: T): void;
}

/** Reads something once a visit, by its id, and tells what came. Loaded when the page is live: it imports nothing that the page shares. */
export function LiveRead<T>({ id, read, onData }: LiveReadProps<T>) {
  const { data } = useSWR(id, read, {
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
