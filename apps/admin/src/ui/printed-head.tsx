import { formatDateTime } from '@institute/contract/time';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSite } from '../api/site.ts';

/** The time when the page is printed, which may be hours after it was opened. */
function usePrintedAt(): string {
  const [printedAt, setPrintedAt] = useState(() => new Date().toISOString());
  useEffect(() => {
    const updatePrintTime = () => flushSync(() => setPrintedAt(new Date().toISOString()));
    addEventListener('beforeprint', updatePrintTime);
    return () => removeEventListener('beforeprint', updatePrintTime);
  }, []);
  return printedAt;
}

/** A head for paper only: the institute, the period, and the time of printing. */
export function PrintedHead({ period }: { period: string }) {
  const { name, address, phones, emails } = useSite().institute;
  const printedAt = usePrintedAt();
  return (
    <div className="mb-6 hidden justify-between gap-8 border-b border-ink pb-3 text-sm print:flex">
      <p>
        <strong className="block text-base">{name}</strong>
        {[address, phones.join(', '), emails[0]].filter(Boolean).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </p>
      <p className="shrink-0 text-right">
        <span className="block">{period}</span>
        <span className="block">Printed {formatDateTime(printedAt)}</span>
      </p>
    </div>
  );
}

/** Lines for signatures, on paper only. The labels say who signs. */
export const SignatureLines = ({ signs }: { signs: readonly string[] }) => (
  <p className="hidden break-inside-avoid grid-cols-2 gap-8 pt-12 text-sm text-muted print:grid">
    {signs.map((sign) => (
      <span key={sign} className="border-t border-ink pt-1">
        {sign}
      </span>
    ))}
  </p>
);
