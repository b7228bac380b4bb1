import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../../api/first-calls.ts';
import { PersonalData } from '../../../features/accounts/personal-data-panel.tsx';
import { OwnersOnly } from '../../../features/shell/owners-only.tsx';

export const Route = createFileRoute('/admin/accounts/personal-data')({
  head: () => ({ meta: [{ title: 'Personal Data – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: () => (
    <OwnersOnly
      heading="Personal Data"
      title="Only an owner of this site looks up a person’s data."
      description="Ask an owner when somebody wants a copy, or wants it erased."
    >
      {() => <PersonalData />}
    </OwnersOnly>
  ),
});
