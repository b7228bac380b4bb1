import { createFileRoute } from '@tanstack/react-router';
import { RegistrationSheet } from '../../features/admin-registrations/registration-sheet.tsx';
import { AdminSession } from '../../features/admin-shell/admin-session.tsx';
import { ShellSkeleton } from '../../features/admin-shell/shell-skeleton.tsx';

/** Outside the shell, so that the page contains only the print view. */
export const Route = createFileRoute('/admin_/registrations/$id/print')({
  ssr: false,
  head: () => ({ meta: [{ title: 'Registration – Admin' }, { name: 'robots', content: 'noindex' }] }),
  pendingComponent: ShellSkeleton,
  component: PrintView,
});

function PrintView() {
  const { id } = Route.useParams();
  return (
    <AdminSession>
      <RegistrationSheet id={Number(id)} />
    </AdminSession>
  );
}
