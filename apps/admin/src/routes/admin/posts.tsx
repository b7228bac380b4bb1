import { createFileRoute } from '@tanstack/react-router';
import { Newspaper } from 'lucide-react';
import { makeResourceWords } from '../../api/resource-words.ts';
import { PostsScreen } from '../../features/writing/posts.screen.tsx';
import { declareListRoute } from '../../lists/list-route.ts';

export const Route = createFileRoute('/admin/posts')({
  ...declareListRoute('Posts', ({ posts }) => posts.list),
  staticData: {
    resource: {
      words: makeResourceWords({ one: 'post', many: 'posts' }),
      menu: { order: 1, label: 'View All Postings', icon: Newspaper },
      card: { order: 1, count: 'posts', label: 'Posts' },
    },
  },
  component: PostsScreen,
});
