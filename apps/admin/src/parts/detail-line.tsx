import type { ReactNode } from 'react';

export function DetailLine({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children || '–'}</dd>
    </div>
  );
}
