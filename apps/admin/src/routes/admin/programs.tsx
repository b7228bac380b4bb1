import { createFileRoute } from '@tanstack/react-router';
import { GraduationCap } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { ProgramsScreen } from '../../features/programs/programs.screen.tsx';
import { listAddress } from '../../lists/address.ts';
import { firstPage } from '../../lists/first-page.ts';

export const Route = createFileRoute('/admin/programs')({
  validateSearch: listAddress,
  head: () => ({ meta: [{ title: 'Programs – Admin' }] }),
  staticData: {
    resource: {
      words: resourceWords({ one: 'program', many: 'programs' }),
      menu: { order: 3, label: 'Programs', icon: GraduationCap },
      card: { order: 5, count: 'programs', label: 'Programs' },
    },
  },
  loader: firstPage(({ programs }) => programs.list),
  component: ProgramsScreen,
});
