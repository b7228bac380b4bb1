import { createFileRoute } from '@tanstack/react-router';
import { ReconciliationPage } from '../../../features/fees/books/reconciliation-page.tsx';

export const Route = createFileRoute('/admin/fees/reconciliation')({
  head: () => ({ meta: [{ title: 'Reconciliation – Admin' }] }),
  component: ReconciliationPage,
});
