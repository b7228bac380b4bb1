import { createFileRoute } from '@tanstack/react-router';
import { makeFormHead } from '../../content/form-route.ts';
import { PostPage } from '../../features/writing/posts.screen.tsx';

export const Route = createFileRoute('/admin/posts_/$id')({
  head: makeFormHead('Post'),
  component: PostPage,
});
