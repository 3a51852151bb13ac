import type { RefObject } from 'react';
import { Spinner } from './spinner.tsx';

export interface FrameBoxProps {
  /** Takes the frame. */
  readonly hostRef: RefObject<HTMLDivElement | null>;
  /** Whether the frame can be used; until then it is not seen. */
  readonly ready: boolean;
  readonly waitText: string;
}

/** Room for a frame of somebody else's, and what is said until it is there. */
export function FrameBox({ hostRef, ready, waitText }: FrameBoxProps) {
  return (
    <div className="frame-box" data-ready={ready ? '' : undefined}>
      <div ref={hostRef} />
      <p role="status">
        {!ready && (
          <>
            <Spinner />
            {waitText}
          </>
        )}
      </p>
    </div>
  );
}
