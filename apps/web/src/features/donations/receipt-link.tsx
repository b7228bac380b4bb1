import { buttonClass } from '@institute/ui/button.tsx';
import { Download } from 'lucide-react';

export const ReceiptLink = ({ txRef }: { txRef: string }) => (
  <a
    href={`/donations/${txRef}/receipt.pdf`}
    download
    className={buttonClass({ className: 'self-start print:hidden' })}
  >
    <Download aria-hidden />
    Download receipt (PDF)
  </a>
);
