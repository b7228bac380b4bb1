import { documentsPath } from '@institute/contract/applicant-documents.constants';
import { Container } from '@institute/ui/container.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/registration.svg';
import { createFileRoute } from '@tanstack/react-router';
import { usePostedForm } from '../../api/context.ts';
import { OpenedDocuments } from '../../features/registration/documents/opened-documents.tsx';
import { TicketForm } from '../../features/registration/documents/ticket-form.tsx';
import { makePersonalPageOptions } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/registration/documents')({
  ...makePersonalPageOptions(
    // The constants of documents would come with every first page
    '/registration/documents',
    'Your documents',
    import.meta.env.SSR && 'Send the documents and answers that your course asks for.',
  ),
  component: DocumentsPage,
});

function DocumentsPage() {
  const postedDocumentsForm = usePostedForm(documentsPath);
  const documentsView = postedDocumentsForm?.values.view;
  return (
    <>
      <PageHero
        title="Your documents"
        intro={documentsView ? '' : 'Send what your course asks for: a photo of each page is enough.'}
        pattern={pattern}
        isShort
      />
      <Container className="py-6 md:py-section">
        {postedDocumentsForm && documentsView ? (
          <OpenedDocuments view={documentsView} posted={postedDocumentsForm} />
        ) : (
          <TicketForm posted={postedDocumentsForm} />
        )}
      </Container>
    </>
  );
}
