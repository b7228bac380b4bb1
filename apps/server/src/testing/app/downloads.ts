import type { PersonData } from '../../modules/office/privacy/person.service.ts';
import { readZip } from '../files/zip.ts';
import type { TestApp } from './test-app.ts';

export const postTicket = (
  t: Pick<TestApp, 'app'>,
  { path, ticket }: { path: string; ticket: string },
  headers: Record<string, string> = {},
) =>
  t.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ ticket }).toString(),
  });

/** The archive that an owner downloads for a person who asks for a copy, and the data in it. */
export async function downloadPersonCopy(t: Pick<TestApp, 'app' | 'office'>, person: string) {
  const answer = await postTicket(t, await t.office.admin.privacy.exportTicket.mutate({ person }));
  const files = readZip(answer.rawPayload);
  const data: CopiedData = JSON.parse(String(files.get('personal-data.json')));
  return { answer, files, data };
}

type GivenDocument = NonNullable<PersonData['documents']>[number];
type CopiedPage = Omit<GivenDocument['pages'][number], 'id'> & { file: string | null };
type CopiedData = Omit<PersonData, 'documents'> & {
  documents: (Omit<GivenDocument, 'pages'> & { pages: CopiedPage[] })[] | null;
};
