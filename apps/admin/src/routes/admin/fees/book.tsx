import { createFileRoute } from '@tanstack/react-router';
import { BookPage, type BookSearch } from '../../../features/fees/book-page.tsx';

export const Route = createFileRoute('/admin/fees/book')({
  validateSearch: (search: BookSearch) => search,
  head: () => ({ meta: [{ title: 'Book – Admin' }] }),
  component: BookPage,
});
