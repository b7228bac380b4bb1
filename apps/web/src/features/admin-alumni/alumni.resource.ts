import { Medal } from 'lucide-react';
import type { AdminResource } from '../../admin-ui/resource/admin-resource.ts';
import { resourceWords } from '../../admin-ui/resource-words.ts';

export const alumni: AdminResource = {
  words: resourceWords({ one: 'alumni', many: 'alumni' }),
  menu: { order: 6, label: 'Alumni', icon: Medal },
  screen: () => import('./alumni.screen.tsx'),
};
