/** Pages of providers with a code to scan. No script of theirs runs here: it would only make the inner frame that the relay makes. */
import type { FrameKind } from '../ports/embed.ts';

interface ScanPage {
  readonly provider: string;
  /** Name of the provider's base address that has the page. */
  readonly endpoint: string;
  /** Of the page below it. */
  readonly path: string;
  readonly relay: string;
}

export function scanEmbed({ provider, endpoint, path, relay }: ScanPage): FrameKind {
  return {
    relay,
    params: {
      src: /^https?:\/\/[\w.~:/?#@!$&()*+,;=%[\]-]{1,2000}$/,
      width: /^\d{3}$/,
      height: /^\d{3}$/,
      allow: /^[a-z-]{1,40}$/,
    },
    optional: ['allow'],
    content({ line, deps, own }) {
      const found = deps.thirdParties.of(line, own).get(provider);
      const base = found?.pages[endpoint];
      if (base === undefined || !found?.ways.includes('frame')) return undefined;
      return {
        script: '',
        // Ours is where the inner frame ends up, with what came of it.
        opens: { frame: [new URL(base).origin, own] },
        sandbox: [
          'allow-scripts',
          'allow-same-origin',
          'allow-forms',
          'allow-popups',
          'allow-popups-to-escape-sandbox',
        ],
        values: { page: base + path },
      };
    },
  };
}
