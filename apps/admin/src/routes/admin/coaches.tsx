import { listLimits } from '@institute/contract/api.constants';
import { createFileRoute } from '@tanstack/react-router';
import { UsersRound } from 'lucide-react';
import { makeFirstCallsLoader } from '../../api/first-calls.ts';
import { makeResourceWords } from '../../api/resource-words.ts';
import { CoachesScreen } from '../../features/coaches/coaches.screen.tsx';
import { listAddressSchema } from '../../lists/address.ts';

export const Route = createFileRoute('/admin/coaches')({
  validateSearch: listAddressSchema,
  head: () => ({ meta: [{ title: 'Team Members – Admin' }] }),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'team member', many: 'team members', add: 'Add Team Member' }),
      menu: { order: 2, label: 'Coaches', icon: UsersRound },
      card: { order: 2, count: 'coaches', label: 'Coaches' },
    },
  },
  loader: makeFirstCallsLoader(({ coaches }) => coaches.list.prefetch({ limit: listLimits.page, offset: 0 })),
  component: CoachesScreen,
});
