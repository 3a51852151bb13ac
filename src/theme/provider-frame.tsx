import type { ProviderFrameProps } from './types.ts';

/** A place of a fixed size, so that nothing moves when the frame comes into it. */
export function ProviderFrame({ hostRef, width, height, filled }: ProviderFrameProps) {
  return (
    <div className="provider-frame">
      {!filled && <svg width={width} height={height} aria-hidden="true" focusable="false" />}
      <div ref={hostRef} />
    </div>
  );
}
