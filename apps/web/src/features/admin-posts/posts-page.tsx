import { useSearch } from '@tanstack/react-router';
import { ContentPage } from '../../admin-ui/resource/content-page.tsx';
import { postForm } from './post-form.tsx';
import { postList } from './post-list.tsx';

export function PostsPage() {
  const search = useSearch({ from: '/admin/posts' });
  return <ContentPage list={postList} form={postForm} search={search} />;
}
