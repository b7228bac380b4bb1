import { needs } from '@institute/contract/rights.constants';
import { createFileRoute } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { IntakesScreen } from '../../features/intakes/intakes.screen.tsx';
import { listAddress } from '../../lists/address.ts';
import { firstPage } from '../../lists/first-page.ts';

export const Route = createFileRoute('/admin/intakes')({
  validateSearch: listAddress,
  head: () => ({ meta: [{ title: 'Intakes – Admin' }] }),
  staticData: {
    resource: {
      words: resourceWords({ one: 'intake', many: 'intakes' }),
      need: needs.intakes,
      menu: { group: 'Office', order: 1, label: 'Intakes', icon: CalendarClock },
    },
  },
  loader: firstPage(({ intakes }) => intakes.list),
  component: IntakesScreen,
});
