import * as z from 'zod';
import { FileRefusal } from '../../../background/file-refusal.ts';
import { type FileReader, readSingleResult } from '../../../background/read-in-worker.ts';
import { invalidInputError } from '../../../errors.ts';

/**
 * A text of up to this length is cleaned in the main thread, which takes less time than the start of a worker. A
 * longer text could make all requests wait.
 */
const SHORT_TEXT_LENGTH = 20_000;

/**
 * Sanitises the HTML of an article or a page. Refuses HTML of which nothing is left, that is nested too deep, or
 * that takes too long.
 */
export async function cleanContent<Input extends object>(
  app: { changes: object },
  input: Input,
  fields: readonly string[] = [],
): Promise<Input> {
  const cleanedFields: Record<string, string> = {};
  for (const htmlField of fields) {
    const fieldHtml: unknown = input[htmlField as keyof Input];
    if (typeof fieldHtml !== 'string') continue;
    const cleanedHtml = await (fieldHtml.length > SHORT_TEXT_LENGTH
      ? readSingleResult(app, makeArticleReader(htmlField), { html: fieldHtml })
      : cleanInMainThread(fieldHtml, htmlField));
    if (!cleanedHtml) throw invalidInputError([{ path: htmlField, message: 'This is required' }]);
    cleanedFields[htmlField] = cleanedHtml;
  }
  return { ...input, ...cleanedFields };
}

const makeArticleReader = (path: string): FileReader<string> => ({
  module: new URL('./article-html.reader.ts', import.meta.url),
  result: z.string(),
  path,
  advice: 'Paste the text without its format.',
  timeoutMs: 10_000,
  heapMb: 128,
});

async function cleanInMainThread(html: string, path: string): Promise<string> {
  // Loaded on demand: the sanitiser is slow to load and seldom needed
  const { cleanArticle } = await import('./post-html.ts');
  try {
    return cleanArticle(html);
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    throw invalidInputError([{ path, message: error.message }]);
  }
}
