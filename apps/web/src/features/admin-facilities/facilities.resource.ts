import { Building2 } from 'lucide-react';
import type { AdminResource } from '../../admin-ui/resource/admin-resource.ts';
import { resourceWords } from '../../admin-ui/resource-words.ts';

export const facilities: AdminResource = {
  words: resourceWords({ one: 'facility', many: 'facilities' }),
  menu: { order: 5, label: 'Facilities', icon: Building2 },
  card: { order: 4, count: 'facilities', label: 'Facilities' },
  screen: () => import('./facilities.screen.tsx'),
};
