import type { ReactNode } from 'react';

/** A line of a `dl`; shows a dash when the value is empty. */
export function DetailLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children || '–'}</dd>
    </div>
  );
}
