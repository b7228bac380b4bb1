import { Bus } from 'lucide-react';
import type { AdminResource } from '../../admin-ui/resource/admin-resource.ts';
import { resourceWords } from '../../admin-ui/resource-words.ts';

export const trips: AdminResource = {
  words: resourceWords({ one: 'study trip', many: 'study trips' }),
  menu: { order: 7, label: 'Study Trips', icon: Bus },
  screen: () => import('./trips.screen.tsx'),
};
