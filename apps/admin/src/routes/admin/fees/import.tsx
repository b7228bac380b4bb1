import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '../../../features/fees/import/import-page.tsx';

export const Route = createFileRoute('/admin/fees/import')({
  head: () => ({ meta: [{ title: 'Import – Admin' }] }),
  component: ImportPage,
});
