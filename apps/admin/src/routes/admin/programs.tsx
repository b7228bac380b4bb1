import { createFileRoute } from '@tanstack/react-router';
import { GraduationCap } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { ProgramsScreen } from '../../features/programs/programs.screen.tsx';
import { firstPage } from '../../lists/first-page.ts';
import type { ListSearch } from '../../lists/list-search.ts';

export const Route = createFileRoute('/admin/programs')({
  validateSearch: (search: ListSearch) => search,
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
