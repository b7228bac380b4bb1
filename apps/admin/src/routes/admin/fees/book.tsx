import { createFileRoute } from '@tanstack/react-router';
import { bookAddress } from '../../../features/fees/book-address.ts';
import { BookPage } from '../../../features/fees/book-page.tsx';

export const Route = createFileRoute('/admin/fees/book')({
  validateSearch: bookAddress,
  head: () => ({ meta: [{ title: 'Book – Admin' }] }),
  component: BookPage,
});
