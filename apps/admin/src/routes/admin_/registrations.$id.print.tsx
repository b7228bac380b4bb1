import { createFileRoute } from '@tanstack/react-router';
import { RegistrationSheet } from '../../features/registrations/registration-sections.tsx';
import { AdminSession } from '../../features/shell/admin-session.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';

/** Outside the shell, so that the page contains only the print view. */
export const Route = createFileRoute('/admin_/registrations/$id/print')({
  head: () => ({ meta: [{ title: 'Registration – Admin' }] }),
  pendingComponent: ShellSkeleton,
  component: PrintView,
});

function PrintView() {
  const { id } = Route.useParams();
  return (
    <AdminSession>
      <RegistrationSheet id={id} />
    </AdminSession>
  );
}
