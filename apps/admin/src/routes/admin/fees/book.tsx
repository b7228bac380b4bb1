import { createFileRoute } from '@tanstack/react-router';
import { bookAddress } from '../../../features/fees/books/book-address.ts';
import { BookPage } from '../../../features/fees/books/book-page.tsx';

export const Route = createFileRoute('/admin/fees/book')({
  validateSearch: bookAddress,
  head: () => ({ meta: [{ title: 'Book – Admin' }] }),
  component: BookPage,
});
