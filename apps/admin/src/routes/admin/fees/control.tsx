import { createFileRoute } from '@tanstack/react-router';
import { ControlPage, type ControlSearch } from '../../../features/fees/control-page.tsx';
import { OwnersOnly } from '../../../features/shell/owners-only.tsx';

export const Route = createFileRoute('/admin/fees/control')({
  validateSearch: (search: ControlSearch) => search,
  head: () => ({ meta: [{ title: 'Control – Admin' }] }),
  component: () => (
    <OwnersOnly
      heading="Control"
      title="Only an owner of this site sees this."
      description="It shows discounts, refunds and what was taken back, by person."
    >
      {() => <ControlPage />}
    </OwnersOnly>
  ),
});
