import { describeMissing, documentsPath } from '@institute/contract/applicant-documents.constants';

/** The page is one of its own for the server, which knows the ticket. */
export const MissingDocuments = ({ count }: { count: number }) => (
  <p className="font-semibold">
    {describeMissing(count) || 'No document is missing'}
    {'. '}
    <a href={documentsPath} className="inline-flex min-h-11 items-center text-green underline">
      {count > 0 ? 'Send your documents' : 'Your documents'}
    </a>
  </p>
);
