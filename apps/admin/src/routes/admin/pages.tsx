import { createFileRoute } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { makeResourceWords } from '../../api/resource-words.ts';
import { PagesScreen } from '../../features/writing/pages.screen.tsx';
import { declareListRoute } from '../../lists/list-route.ts';

export const Route = createFileRoute('/admin/pages')({
  ...declareListRoute('Pages', ({ pages }) => pages.list),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'page', many: 'pages' }),
      menu: { order: 7, label: 'Pages', icon: FileText },
    },
  },
  component: PagesScreen,
});
