import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ClosingPage } from '../../../features/fees/books/closing-page.tsx';
import { dayParameter } from '../../../lists/address.ts';

export const Route = createFileRoute('/admin/fees/closing')({
  validateSearch: z.object({ to: dayParameter }),
  head: () => ({ meta: [{ title: 'Closing – Admin' }] }),
  component: ClosingPage,
});
