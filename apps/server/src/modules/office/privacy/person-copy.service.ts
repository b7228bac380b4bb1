import { personQuery } from '@institute/contract';
import type { PageFormat } from '@institute/contract/applicant-documents.constants';
import { needs } from '@institute/contract/rights.constants';
import { refuseWithoutRight } from '../../../context/rights.ts';
import type { Ctx } from '../../../context.ts';
import type { TicketedExport } from '../../../exports/ticket.ts';
import type { ZippedFile } from '../../../exports/zip-stream.ts';
import { runInTransaction } from '../../../transaction.ts';
import { recordActivities } from '../../platform/activity/activity.service.ts';
import { readCopiedPage } from '../../school/applicant-documents/document-copy.service.ts';
import { exportPerson, type PersonData } from './person.service.ts';

export const personCopyExport = {
  name: 'personal-data',
  need: needs.personalData,
  input: personQuery,
  needsPassword: true,
} satisfies TicketedExport<unknown, unknown>;

/**
 * The files of a person's copy: each page of each document, and then the data, which names the file of each page. A
 * page is read when its turn comes. Without the right to documents the copy holds the rest.
 */
export async function openPersonCopy(ctx: Ctx, person: string): Promise<AsyncIterable<ZippedFile>> {
  refuseWithoutRight(ctx, personCopyExport.need);
  const personData = await exportPerson(ctx, person);
  await recordExportedDocuments(ctx, personData);
  return readFilesOfCopy(ctx, personData);
}

/** Each look at somebody's documents is recorded with the registration. */
const recordExportedDocuments = (ctx: Ctx, { registrations, documents }: PersonData): Promise<void> =>
  runInTransaction(ctx, (tx) =>
    recordActivities(
      tx,
      registrations
        .filter(({ id }) => documents?.some(({ registrationId }) => registrationId === id))
        .map(({ id, reference }) => ({
          type: 'export',
          entityType: 'registration',
          entityId: id,
          description: `Exported the documents of registration ${reference}`,
        })),
    ),
  );

async function* readFilesOfCopy(ctx: Ctx, { documents, ...personData }: PersonData) {
  const filesByPage = new Map<string, string>();
  const missingFiles: string[] = [];
  for (const { id, file } of nameFilesOfPages(personData.registrations, documents ?? [])) {
    const bytes = await readCopiedPage(ctx, id);
    if (!bytes) {
      missingFiles.push(file);
      continue;
    }
    filesByPage.set(id, file);
    yield { name: file, bytes };
  }
  if (missingFiles.length > 0)
    yield { name: MISSING_PAGES_FILE, bytes: Buffer.from(describeMissingPages(missingFiles)) };
  const copiedData = {
    ...personData,
    documents:
      documents?.map((document) => ({
        ...document,
        // Null for a page that could not be read
        pages: document.pages.map(({ id, ...page }) => ({ ...page, file: filesByPage.get(id) ?? null })),
      })) ?? null,
  };
  yield { name: 'personal-data.json', bytes: Buffer.from(JSON.stringify(copiedData, null, 2)) };
}

const extensions: Record<PageFormat, string> = { jpeg: 'jpg', pdf: 'pdf' };

/** `documents/REG-2026-000001/1 Identity card/1.jpg`: the number keeps folders of equal labels apart. */
export function nameFilesOfPages(
  registrations: readonly { id: number; reference: string }[],
  documents: readonly Pick<
    NonNullable<PersonData['documents']>[number],
    'registrationId' | 'label' | 'pages'
  >[],
): { id: string; file: string }[] {
  return registrations.flatMap(({ id: registrationId, reference }) =>
    documents
      .filter((document) => document.registrationId === registrationId && document.pages.length > 0)
      .flatMap(({ label, pages }, folderIndex) => {
        const folder = `documents/${reference}/${toFolderName(folderIndex + 1, label)}`;
        return pages.map(({ id, format }, pageIndex) => ({
          id,
          file: `${folder}/${pageIndex + 1}.${extensions[format]}`,
        }));
      }),
  );
}

/** Characters of a label in the name of a folder. In UTF-8 a name of 255 bytes holds them on every system. */
const FOLDER_LABEL_LENGTH = 60;

/** A name that every system takes: without separators, invisible characters, and dots or spaces at its end. */
function toFolderName(number: number, label: string): string {
  const plainLabel = label
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const shortLabel = [...plainLabel].slice(0, FOLDER_LABEL_LENGTH).join('');
  return `${number} ${shortLabel}`.replace(/[. ]+$/, '');
}

const MISSING_PAGES_FILE = 'missing-pages.txt';

const describeMissingPages = (files: readonly string[]): string =>
  `These pages could not be read, so they are not in this copy:

${files.join('\n')}

Take the copy again. When they are missing again, tell whoever runs the server.
`;
