import { createFileRoute } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { ImportPage } from '../../features/imports/import-page.tsx';
import { idParameter } from '../../lists/address.ts';

export const Route = createFileRoute('/admin/import')({
  validateSearch: z.object({ id: idParameter }),
  head: () => ({ meta: [{ title: 'Import – Admin' }] }),
  component: ImportPage,
});
