import { createFileRoute } from '@tanstack/react-router';
import { Newspaper } from 'lucide-react';
import { resourceWords } from '../../api/resource-words.ts';
import { PostsScreen } from '../../features/posts/posts.screen.tsx';
import { listAddress } from '../../lists/address.ts';
import { firstPage } from '../../lists/first-page.ts';

export const Route = createFileRoute('/admin/posts')({
  validateSearch: listAddress,
  head: () => ({ meta: [{ title: 'Posts – Admin' }] }),
  staticData: {
    resource: {
      words: resourceWords({ one: 'post', many: 'posts' }),
      menu: { order: 1, label: 'View All Postings', icon: Newspaper },
      card: { order: 1, count: 'posts', label: 'Posts' },
    },
  },
  loader: firstPage(({ posts }) => posts.list),
  component: PostsScreen,
});
