import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '../../features/writing/posts.screen.tsx';

export const Route = createFileRoute('/admin/posts_/$id')({
  head: () => ({ meta: [{ title: 'Edit Post – Admin' }] }),
  component: PostPage,
});
