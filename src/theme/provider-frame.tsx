import type { ProviderFrameProps } from './types.ts';

/** A place of a fixed size, before and after the frame comes into it: nothing moves. */
export function ProviderFrame({ hostRef, width, height }: ProviderFrameProps) {
  return (
    <div className="provider-frame">
      <svg width={width} height={height} aria-hidden="true" focusable="false" />
      <div ref={hostRef} />
    </div>
  );
}
