import { createFileRoute } from '@tanstack/react-router';
import { MethodsPage } from '../../../features/fees/books/methods-page.tsx';

export const Route = createFileRoute('/admin/fees/methods')({
  head: () => ({ meta: [{ title: 'Methods – Admin' }] }),
  component: MethodsPage,
});
