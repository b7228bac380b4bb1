import { createFileRoute } from '@tanstack/react-router';
import { CashToBankPage } from '../../../features/fees/books/cash-to-bank-page.tsx';

export const Route = createFileRoute('/admin/fees/cash-to-bank')({
  head: () => ({ meta: [{ title: 'Cash to Bank – Admin' }] }),
  component: CashToBankPage,
});
