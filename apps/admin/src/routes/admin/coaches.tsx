import { createFileRoute } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { resourceWords } from '../../content/resource-words.ts';
import { CoachesScreen } from '../../features/coaches/coaches.screen.tsx';
import type { ListSearch } from '../../lists/list-search.ts';

export const Route = createFileRoute('/admin/coaches')({
  validateSearch: (search: ListSearch) => search,
  head: () => ({ meta: [{ title: 'Team Members – Admin' }] }),
  staticData: {
    resource: {
      words: resourceWords({ one: 'team member', many: 'team members', add: 'Add Team Member' }),
      menu: { order: 2, label: 'Coaches', icon: UsersRound },
      card: { order: 2, count: 'coaches', label: 'Coaches' },
    },
  },
  component: CoachesScreen,
});
