import { createFileRoute } from '@tanstack/react-router';
import { TwoStepPanel } from '../../../features/accounts/two-step-panel.tsx';

export const Route = createFileRoute('/admin/accounts/two-step')({
  head: () => ({ meta: [{ title: 'Two-Step Sign-In – Admin' }] }),
  component: TwoStepPanel,
});
