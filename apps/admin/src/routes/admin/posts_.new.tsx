import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '../../features/writing/posts.screen.tsx';

export const Route = createFileRoute('/admin/posts_/new')({
  head: () => ({ meta: [{ title: 'New Post – Admin' }] }),
  component: PostPage,
});
