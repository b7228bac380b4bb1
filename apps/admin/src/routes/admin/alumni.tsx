import { createFileRoute } from '@tanstack/react-router';
import { Medal } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { AlumniScreen } from '../../features/alumni/alumni.screen.tsx';
import { listAddress } from '../../lists/address.ts';
import { firstPage } from '../../lists/first-page.ts';

export const Route = createFileRoute('/admin/alumni')({
  validateSearch: listAddress,
  head: () => ({ meta: [{ title: 'Alumni – Admin' }] }),
  staticData: {
    resource: {
      words: resourceWords({ one: 'alumni', many: 'alumni' }),
      menu: { order: 6, label: 'Alumni', icon: Medal },
    },
  },
  loader: firstPage(({ alumni }) => alumni.list),
  component: AlumniScreen,
});
