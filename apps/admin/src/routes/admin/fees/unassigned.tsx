import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { UnassignedPage } from '../../../features/fees/unassigned/unassigned-page.tsx';
import { pagingParameters } from '../../../lists/address.ts';

export const Route = createFileRoute('/admin/fees/unassigned')({
  validateSearch: z.object(pagingParameters),
  head: () => ({ meta: [{ title: 'Unassigned – Admin' }] }),
  component: UnassignedPage,
});
