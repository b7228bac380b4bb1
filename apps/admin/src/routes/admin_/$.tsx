import { ButtonLink } from '@institute/ui/button-link.tsx';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { AdminShell } from '../../features/shell/admin-shell.tsx';

/** The server answers these addresses with 404. */
export const Route = createFileRoute('/admin_/$')({
  head: () => ({ meta: [{ title: 'Page not found – Admin' }] }),
  component: ScreenNotFound,
});

function ScreenNotFound() {
  return (
    <AdminShell>
      <Heading level={1} size="block" className="mb-4">
        Page not found
      </Heading>
      <EmptyState
        icon={SearchX}
        title="There is no screen at this address"
        description="It may have moved, or the link is not quite right."
        action={<ButtonLink to="/admin">Go to the dashboard</ButtonLink>}
      />
    </AdminShell>
  );
}
