import type { ReactNode } from 'react';

/** A passing remark on a field, announced politely (caps lock, code sent). */
export function Remark({ children }: { readonly children: ReactNode }) {
  return (
    <p className="remark" role="status">
      {children}
    </p>
  );
}
