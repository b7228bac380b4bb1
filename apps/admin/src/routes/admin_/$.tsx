import { ButtonLink } from '@institute/ui/button-link.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { AdminShell } from '../../features/shell/admin-shell.tsx';
import { TitledPage } from '../../ui/titled-section.tsx';

/** The server answers these addresses with 404. */
export const Route = createFileRoute('/admin_/$')({
  head: () => ({ meta: [{ title: 'Page not found – Admin' }] }),
  component: ScreenNotFound,
});

function ScreenNotFound() {
  return (
    <AdminShell>
      <TitledPage title="Page not found">
        <EmptyState
          icon={SearchX}
          title="There is no screen at this address"
          description="It may have moved, or the link is not quite right."
          action={<ButtonLink to="/admin">Go to the dashboard</ButtonLink>}
        />
      </TitledPage>
    </AdminShell>
  );
}
