import { createFileRoute } from '@tanstack/react-router';
import { firstCalls } from '../../../api/first-calls.ts';
import { PersonalData } from '../../../features/accounts/personal-data-panel.tsx';

export const Route = createFileRoute('/admin/accounts/personal-data')({
  head: () => ({ meta: [{ title: 'Personal Data – Admin' }] }),
  loader: firstCalls(({ account }) => account.get.prefetch()),
  component: PersonalData,
});
