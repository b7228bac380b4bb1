import { createFileRoute } from '@tanstack/react-router';
import { listSearch } from '../../admin-ui/list/list-search.ts';
import { PostsPage } from '../../features/admin-posts/posts-page.tsx';

export const Route = createFileRoute('/admin/posts')({
  validateSearch: listSearch,
  head: () => ({ meta: [{ title: 'Posts – Admin' }] }),
  component: PostsPage,
});
