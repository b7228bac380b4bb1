import { createFileRoute } from '@tanstack/react-router';
import { GraduationCap } from 'lucide-react';
import { makeResourceWords } from '../../api/resource-words.ts';
import { ProgramsScreen } from '../../features/programs/programs.screen.tsx';
import { declareListRoute } from '../../lists/list-route.ts';

export const Route = createFileRoute('/admin/programs')({
  ...declareListRoute('Programs', ({ programs }) => programs.list),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'program', many: 'programs' }),
      menu: { order: 3, label: 'Programs', icon: GraduationCap },
      card: { order: 5, count: 'programs', label: 'Programs' },
    },
  },
  component: ProgramsScreen,
});
