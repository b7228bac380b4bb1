import { createFileRoute } from '@tanstack/react-router';
import { CodeForm } from '../../features/shell/code-form.tsx';
import { receiptPage } from '../../features/shell/receipt-page.ts';

export const Route = createFileRoute('/receipts/')({
  ...receiptPage,
  component: () => (
    <CodeForm
      heading="Check a receipt"
      intro="Scan the QR code on the receipt, or write its code. Then compare number, amount and date with the receipt."
      path="/receipts"
      hint="26 letters and digits, or the address on the receipt"
    />
  ),
});
