import { createFileRoute } from '@tanstack/react-router';
import { ClassList } from '../../features/admin-intakes/class-list.tsx';
import { AdminSession } from '../../features/admin-shell/admin-session.tsx';
import { ShellSkeleton } from '../../features/admin-shell/shell-skeleton.tsx';

/** Outside the shell, so that the page contains only the list. */
export const Route = createFileRoute('/admin_/intakes/$id/class-list')({
  ssr: false,
  head: () => ({ meta: [{ title: 'Class List – Admin' }, { name: 'robots', content: 'noindex' }] }),
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
