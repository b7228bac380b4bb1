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
  const fieldsWithNamedDocuments: Record<string, string> = {};
  for (const htmlField of fields) {
    const fieldHtml: unknown = input[htmlField as keyof Input];
    if (typeof fieldHtml !== 'string') continue;
    const linkedUrls = [...new Set(Array.from(fieldHtml.matchAll(documentLinkPattern), ([, , url]) => url))];
    if (linkedUrls.length === 0) continue;
    const documentRows = await readRows(em, documentColumns)(
      `select url, name, format, bytes from uploads
       where width is null and url in (${linkedUrls.map(() => '?').join(', ')})`,
      linkedUrls,
    );
    const documentsByUrl = new Map(documentRows.map((document) => [document.url, document]));
    fieldsWithNamedDocuments[htmlField] = fieldHtml.replace(
      documentLinkPattern,
      (link, attributes: string, url: string, words: string) => {
        const linkedDocument = documentsByUrl.get(url);
        if (!linkedDocument) return link;
        const linkAttributes = attributes.match(/[\w-]+(?:="[^"]*")?/g) ?? [];
        const keptAttributes = [...linkAttributes.filter((one) => !/^download(?:=|$)/.test(one)), 'download'];
        const hasDocumentMark = keptAttributes.some((one) => /^data-document(?:=|$)/.test(one));
        const documentText = hasDocumentMark ? describeDocument(linkedDocument) : undefined;
        return `<a ${keptAttributes.join(' ')}>${documentText ? escapeHtml(documentText) : words}</a>`;
      },
    );
  }
  return { ...input, ...fieldsWithNamedDocuments };
}
