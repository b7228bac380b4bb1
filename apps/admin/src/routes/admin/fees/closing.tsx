import { createFileRoute } from '@tanstack/react-router';
import { ClosingPage } from '../../../features/fees/closing-page.tsx';

export const Route = createFileRoute('/admin/fees/closing')({
  head: () => ({ meta: [{ title: 'Closing – Admin' }] }),
  component: ClosingPage,
});
