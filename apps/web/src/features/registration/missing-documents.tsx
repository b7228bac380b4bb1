import { describeMissingCount, documentsPath } from '@institute/contract/applicant-documents.constants';

/** The link loads a whole page, because only the server can read the ticket, which decides what that page shows. */
export const MissingDocuments = ({ count }: { count: number }) => (
  <p className="font-semibold">
    {describeMissingCount(count) || 'No document is missing'}
    {'. '}
    <a href={documentsPath} className="inline-flex min-h-11 items-center text-green underline">
      {count > 0 ? 'Send your documents' : 'Your documents'}
    </a>
  </p>
);
