import { createFileRoute } from '@tanstack/react-router';
import { FileText } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { PagesScreen } from '../../features/posts/pages.screen.tsx';
import { listAddress } from '../../lists/address.ts';
import { firstPage } from '../../lists/first-page.ts';

export const Route = createFileRoute('/admin/pages')({
  validateSearch: listAddress,
  head: () => ({ meta: [{ title: 'Pages – Admin' }] }),
  staticData: {
    resource: {
      words: resourceWords({ one: 'page', many: 'pages' }),
      menu: { order: 7, label: 'Pages', icon: FileText },
    },
  },
  loader: firstPage(({ pages }) => pages.list),
  component: PagesScreen,
});
