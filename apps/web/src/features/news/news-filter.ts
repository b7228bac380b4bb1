import type { Post } from '@institute/contract';
import { newsFilters } from '@institute/contract/posts.constants';
import { articleText } from '@institute/contract/text';
import { finds } from '../../api/search.ts';
import { chosenOf, type ListChoice } from '../../ui/list-choice.ts';

export function filterPosts(posts: Post[], choice: ListChoice): Post[] {
  const category = chosenOf(newsFilters, choice);
  const wanted = choice.q ?? '';
  return posts.filter(
    (post) =>
      (!category || post.category === category) && finds(wanted, [post.title, articleText(post.content)]),
  );
}

const RELATED = 3;

/** Others of the same category, the newest first. */
export const relatedTo = ({ id, category }: Post, posts: Post[]): Post[] =>
  posts
    .filter((other) => other.category === category && other.id !== id)
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id - a.id)
    .slice(0, RELATED);
