import { needs } from '@institute/contract/rights.constants';
import { createFileRoute } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { makeResourceWords } from '../../api/resource-words.ts';
import { IntakesScreen } from '../../features/intakes/intakes.screen.tsx';
import { declareListRoute } from '../../lists/list-route.ts';

export const Route = createFileRoute('/admin/intakes')({
  ...declareListRoute('Intakes', ({ intakes }) => intakes.list),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'intake', many: 'intakes' }),
      need: needs.intakes,
      menu: { group: 'Office', order: 1, label: 'Intakes', icon: CalendarClock },
    },
  },
  component: IntakesScreen,
});
