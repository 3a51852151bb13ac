/**
 * What most visits never need, fetched with the screen that does: the drawing of QR codes. Only modules that share
 * nothing with the page are worth it; any other would make the bundler wrap what they share.
 */
import type { Pack } from '../engine/pack.ts';

type Encode = typeof import('uqr').encode;

let encoder: Encode | undefined;

/** Loads what a screen needs, before it is shown. Rejects when it cannot be loaded. */
export async function loadParts({ screen }: Pack): Promise<void> {
  if (screen.kind === 'qr') encoder ??= (await import('./qr-encoder.ts')).encode;
}

/** Draws QR codes. @throws unless `loadParts` ran for a screen that needs it. */
export function qrEncoder(): Encode {
  if (encoder === undefined) throw new Error('The drawing of QR codes is not loaded.');
  return encoder;
}
