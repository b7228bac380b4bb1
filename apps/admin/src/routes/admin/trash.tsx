import { createFileRoute } from '@tanstack/react-router';
import { TrashPage } from '../../features/trash/trash-page.tsx';
import { listRoute } from '../../lists/list-route.ts';

export const Route = createFileRoute('/admin/trash')({
  ...listRoute('Trash', ({ trash }) => trash.list),
  component: TrashPage,
});
