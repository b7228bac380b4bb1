import { createFileRoute } from '@tanstack/react-router';
import { PersonalData } from '../../../features/accounts/personal-data-panel.tsx';

export const Route = createFileRoute('/admin/accounts/personal-data')({
  head: () => ({ meta: [{ title: 'Personal Data – Admin' }] }),
  component: PersonalData,
});
