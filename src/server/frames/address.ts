/** Where frames are. */

export const FRAMES_PATH = '/foyer/frames';

/** Path and query of a frame with its parameters. */
export function framePath(name: string, params: Readonly<Record<string, string>> = {}): string {
  return `${FRAMES_PATH}/${name}?${new URLSearchParams(params)}`;
}
