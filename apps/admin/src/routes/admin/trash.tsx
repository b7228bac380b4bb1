import { createFileRoute } from '@tanstack/react-router';
import { TrashPage } from '../../features/trash/trash-page.tsx';
import { declareListRoute } from '../../lists/list-route.ts';

export const Route = createFileRoute('/admin/trash')({
  ...declareListRoute('Trash', ({ trash }) => trash.list),
  component: TrashPage,
});
