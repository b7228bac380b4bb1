import { describeDocument } from '@institute/contract/document-words';
import type { Ctx } from '../../../context.ts';
import { escapeHtml } from '../../../messaging/email/email.ts';
import { int, readRows, text, textOrNull } from '../../../sql.ts';

/** A link to a document of this site, as the sanitiser writes it. */
const documentLinks = /<a ([^>]*href="(\/uploads\/[\da-f]{32}-[a-z]+\/[\w.-]+)"[^>]*)>([\s\S]*?)<\/a>/g;
const storedDocument = { url: text, name: textOrNull, format: text, bytes: int };

/**
 * Makes links to documents downloads. One that stands for its document, and not in words of the writer, gets the
 * name, kind and size of the upload.
 */
export async function nameDocuments<Input extends object>(
  { em }: Pick<Ctx, 'em'>,
  input: Input,
  fields: readonly string[] = [],
): Promise<Input> {
  const named: Record<string, string> = {};
  for (const field of fields) {
    const html: unknown = input[field as keyof Input];
    if (typeof html !== 'string') continue;
    const urls = [...new Set(Array.from(html.matchAll(documentLinks), ([, , url]) => url))];
    if (urls.length === 0) continue;
    const found = await readRows(em, storedDocument)(
      `select url, name, format, bytes from uploads
       where width is null and url in (${urls.map(() => '?').join(', ')})`,
      urls,
    );
    const documents = new Map(found.map((document) => [document.url, document]));
    named[field] = html.replace(documentLinks, (link, attributes: string, url: string, words: string) => {
      const document = documents.get(url);
      if (!document) return link;
      const givenAttributes = attributes.match(/[\w-]+(?:="[^"]*")?/g) ?? [];
      const own = [...givenAttributes.filter((one) => !/^download(?:=|$)/.test(one)), 'download'];
      const isNamed = own.some((one) => /^data-document(?:=|$)/.test(one));
      const shown = isNamed ? describeDocument(document) : undefined;
      return `<a ${own.join(' ')}>${shown ? escapeHtml(shown) : words}</a>`;
    });
  }
  return { ...input, ...named };
}
