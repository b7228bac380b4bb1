import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { TakingsPage } from '../../../features/fees/books/takings-page.tsx';
import { dayParameter } from '../../../lists/address.ts';

export const Route = createFileRoute('/admin/fees/takings')({
  validateSearch: z.object({ from: dayParameter, to: dayParameter }),
  head: () => ({ meta: [{ title: 'Takings – Admin' }] }),
  component: TakingsPage,
});
