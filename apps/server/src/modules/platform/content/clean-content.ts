import { invalidInput } from '../../../errors.ts';

/** Sanitises the HTML of an article or a page. Refuses HTML of which nothing is left. */
export async function cleanContent<Input extends { content?: string | undefined }>(
  input: Input,
): Promise<Input> {
  if (input.content === undefined) return input;
  // Loaded on demand: the sanitiser is slow to load and seldom needed
  const { postHtml } = await import('./post-html.ts');
  const content = postHtml(input.content);
  if (!content) throw invalidInput([{ path: 'content', message: 'This is required' }]);
  return { ...input, content };
}
