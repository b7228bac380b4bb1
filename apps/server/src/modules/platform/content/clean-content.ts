import { postLimits } from '@institute/contract/posts.constants';
import { invalidInput } from '../../../errors.ts';

/** Sanitises the HTML of an article or a page. Refuses HTML of which nothing is left. */
export async function cleanContent<Input extends { content?: string | undefined }>(
  input: Input,
): Promise<Input> {
  if (input.content === undefined) return input;
  // Loaded on demand: the sanitiser is slow to load and seldom needed
  const { isNestedTooDeep, postHtml } = await import('./post-html.ts');
  if (isNestedTooDeep(input.content)) {
    const message = `Tags within each other: at most ${postLimits.depth}. Paste the text without its format.`;
    throw invalidInput([{ path: 'content', message }]);
  }
  const content = postHtml(input.content);
  if (!content) throw invalidInput([{ path: 'content', message: 'This is required' }]);
  return { ...input, content };
}
