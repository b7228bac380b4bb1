import { createFileRoute } from '@tanstack/react-router';
import { RegistrationSheet } from '../../features/registrations/registration-sections.tsx';
import { PrintPage } from '../../features/shell/print-page.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin_/registrations/$id/print')({
  head: () => ({ meta: [{ title: 'Registration – Admin' }] }),
  pendingComponent: ShellSkeleton,
  component: PrintView,
});

function PrintView() {
  const { id } = Route.useParams();
  return (
    <PrintPage>
      <RegistrationSheet id={id} />
    </PrintPage>
  );
}
