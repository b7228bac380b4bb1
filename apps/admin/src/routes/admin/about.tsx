import { createFileRoute } from '@tanstack/react-router';
import { InstallationPage } from '../../features/installation/installation-page.tsx';

export const Route = createFileRoute('/admin/about')({
  head: () => ({ meta: [{ title: 'About this installation – Admin' }] }),
  component: InstallationPage,
});
