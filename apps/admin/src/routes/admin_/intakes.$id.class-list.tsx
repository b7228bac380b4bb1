import { createFileRoute } from '@tanstack/react-router';
import { ClassList } from '../../features/intakes/class-list.tsx';
import { AdminSession } from '../../features/shell/admin-session.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';

/** Outside the shell, so that the page contains only the list. */
export const Route = createFileRoute('/admin_/intakes/$id/class-list')({
  head: () => ({ meta: [{ title: 'Class List – Admin' }] }),
  pendingComponent: ShellSkeleton,
  component: ClassListView,
});

function ClassListView() {
  const { id } = Route.useParams();
  return (
    <AdminSession>
      <ClassList id={Number(id)} />
    </AdminSession>
  );
}
