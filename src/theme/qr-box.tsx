import { Spinner } from './spinner.tsx';
import type { QrBoxProps } from './types.ts';

/** A square for a picture to scan. Covered, the picture is out of reach for cameras and screen readers alike. */
export function QrBox({ children, cover, onRenew, pending }: QrBoxProps) {
  const isCovered = cover !== undefined;
  const mark = onRenew === undefined ? 'M5 12.8 9.8 17.5 19 7.5' : 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 3.5v4h-4';
  const inside = (
    <>
      {pending ? (
        <Spinner />
      ) : (
        <svg className="icon" viewBox="0 0 24 24" width="32" height="32" aria-hidden="true" focusable="false">
          <path d={mark} />
        </svg>
      )}
      <span>{cover}</span>
    </>
  );
  return (
    <div className="qr-box">
      <div aria-hidden={isCovered || undefined}>{children}</div>
      {!isCovered && pending && (
        <div className="qr-cover" aria-hidden="true">
          <Spinner />
        </div>
      )}
      {isCovered && onRenew === undefined && (
        <div className="qr-cover" aria-hidden="true">
          {inside}
        </div>
      )}
      {isCovered && onRenew !== undefined && (
        <button type="button" className="qr-cover" aria-disabled={pending} aria-busy={pending} onClick={onRenew}>
          {inside}
        </button>
      )}
    </div>
  );
}
