import { createFileRoute } from '@tanstack/react-router';
import { Medal } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { AlumniScreen } from '../../features/alumni/alumni.screen.tsx';
import { firstPage } from '../../lists/first-page.ts';
import type { ListSearch } from '../../lists/list-search.ts';

export const Route = createFileRoute('/admin/alumni')({
  validateSearch: (search: ListSearch) => search,
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
