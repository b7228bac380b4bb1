import { describeDocument } from '@institute/contract/document-words';
import type { Ctx } from '../../../context.ts';
import { escapeHtml } from '../../../messaging/email/email.ts';
import { int, readRows, text, textOrNull } from '../../../sql.ts';

/** A link to a document of this site, as the sanitiser writes it. */
const documentLinkPattern = /<a ([^>]*href="(\/uploads\/[\da-f]{32}-[a-z]+\/[\w.-]+)"[^>]*)>([\s\S]*?)<\/a>/g;
const documentColumns = { url: text, name: textOrNull, format: text, bytes: int };

/**
 * Adds `download` to links to documents. The text of a link that stands for its document becomes the name, kind and
 * size of the upload. Text that the writer chose stays.
 */
export async function nameDocuments<Input extends object>(
  { em }: Pick<Ctx, 'em'>,
  input: Input,
  fields: readonly string[] = [],
): Promise<Input> {
  const namedFields: Record<string, string> = {};
  for (const field of fields) {
    const html: unknown = input[field as keyof Input];
    if (typeof html !== 'string') continue;
    const urls = [...new Set(Array.from(html.matchAll(documentLinkPattern), ([, , url]) => url))];
    if (urls.length === 0) continue;
    const documentRows = await readRows(em, documentColumns)(
      `select url, name, format, bytes from uploads
       where width is null and url in (${urls.map(() => '?').join(', ')})`,
      urls,
    );
    const documentsByUrl = new Map(documentRows.map((document) => [document.url, document]));
    namedFields[field] = html.replace(
      documentLinkPattern,
      (link, attributes: string, url: string, words: string) => {
        const document = documentsByUrl.get(url);
        if (!document) return link;
        const givenAttributes = attributes.match(/[\w-]+(?:="[^"]*")?/g) ?? [];
        const keptAttributes = [
          ...givenAttributes.filter((one) => !/^download(?:=|$)/.test(one)),
          'download',
        ];
        const hasDocumentMark = keptAttributes.some((one) => /^data-document(?:=|$)/.test(one));
        const documentText = hasDocumentMark ? describeDocument(document) : undefined;
        return `<a ${keptAttributes.join(' ')}>${documentText ? escapeHtml(documentText) : words}</a>`;
      },
    );
  }
  return { ...input, ...namedFields };
}
