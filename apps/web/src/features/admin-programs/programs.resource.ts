import { GraduationCap } from 'lucide-react';
import type { AdminResource } from '../../admin-ui/resource/admin-resource.ts';
import { resourceWords } from '../../admin-ui/resource-words.ts';

export const programs: AdminResource = {
  words: resourceWords({ one: 'program', many: 'programs' }),
  menu: { order: 3, label: 'Programs', icon: GraduationCap },
  card: { order: 5, count: 'programs', label: 'Programs' },
  screen: () => import('./programs.screen.tsx'),
};
