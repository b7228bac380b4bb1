import { needs } from '@institute/contract/rights.constants';
import { createFileRoute } from '@tanstack/react-router';
import { StatementPage } from '../../features/fees/accounts/statement-page.tsx';
import { PrintPage } from '../../features/shell/print-page.tsx';
import { ShellSkeleton } from '../../features/shell/shell-skeleton.tsx';

export const Route = createFileRoute('/admin_/fees/$id/statement')({
  head: () => ({ meta: [{ title: 'Statement – Admin' }] }),
  pendingComponent: ShellSkeleton,
  component: PrintView,
});

function PrintView() {
  const { id } = Route.useParams();
  return (
    <PrintPage need={needs.fees}>
      <StatementPage registrationId={Number(id)} />
    </PrintPage>
  );
}
