import { UsersRound } from 'lucide-react';
import type { AdminResource } from '../../admin-ui/resource/admin-resource.ts';
import { resourceWords } from '../../admin-ui/resource-words.ts';

export const coaches: AdminResource = {
  words: resourceWords({ one: 'team member', many: 'team members', add: 'Add Team Member' }),
  menu: { order: 2, label: 'Coaches', icon: UsersRound },
  card: { order: 2, count: 'coaches', label: 'Coaches' },
  screen: () => import('./coaches.screen.tsx'),
};
