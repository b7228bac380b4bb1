import { CalendarClock } from 'lucide-react';
import type { AdminResource } from '../../admin-ui/resource/admin-resource.ts';
import { resourceWords } from '../../admin-ui/resource-words.ts';

export const intakes: AdminResource = {
  words: resourceWords({ one: 'intake', many: 'intakes' }),
  menu: { group: 'Office', order: 1, label: 'Intakes', icon: CalendarClock },
  screen: () => import('./intakes.screen.tsx'),
};
