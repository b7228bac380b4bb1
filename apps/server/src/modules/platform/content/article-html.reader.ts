import { cleanArticle } from './post-html.ts';

export async function* read({ html }: { html: string }): AsyncGenerator<string> {
  yield cleanArticle(html);
}
