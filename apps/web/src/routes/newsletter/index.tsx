import type { ShownSite } from '@institute/contract';
import { makeButtonClass } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { makeFieldId } from '@institute/ui/field.tsx';
import { FormFaults, FormSuccess } from '@institute/ui/form-outcome.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/newsletter.svg';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { usePostedForm, useSite } from '../../api/context.ts';
import { readSiteData } from '../../api/site-data.ts';
import { makePageHead } from '../../features/shell/page-head.ts';
import { makeParameterReader } from '../../navigation/page-query.ts';

export const Route = createFileRoute('/newsletter/')({
  validateSearch: makeParameterReader<'sent'>('sent'),
  loader: ({ context }) => {
    if (!readSiteData(context)?.newsletter.isOpen) throw notFound();
  },
  head: ({ match: { context } }) =>
    makePageHead(context, {
      title: 'Newsletter',
      description: import.meta.env.SSR && describeNewsletter(readSiteData(context)),
      path: '/newsletter',
      noindex: true,
    }),
  component: () => <NewsletterPage sent={Route.useSearch().sent !== undefined} />,
});

function describeNewsletter(site: ShownSite | undefined): string {
  const newsletterWithInstitute = ['The newsletter', site?.institute.name].filter(Boolean).join(' of ');
  return [`${newsletterWithInstitute}.`, site?.newsletter.intro].filter(Boolean).join(' ');
}

/** Answers the footer's form without scripts. `sent` comes from the URL. */
function NewsletterPage({ sent }: { sent: boolean }) {
  const postedForm = usePostedForm('/newsletter');
  const { intro } = useSite().newsletter;
  return (
    <>
      {sent && <FormSuccess title="Message sent successfully" />}
      {postedForm && <FormFaults form="newsletter" posted={postedForm} labels={{ email: 'Email address' }} />}
      <PageHero
        title="Newsletter"
        intro={
          sent
            ? 'Please open the link in the email that we send you, so that we know that the address is yours.'
            : [intro, 'You can leave it at any time.'].filter(Boolean).join(' ')
        }
        pattern={pattern}
      />
      <Container className="flex flex-wrap gap-3 py-section">
        {!sent && (
          <a href={`#${makeFieldId('newsletter', 'email')}`} className={makeButtonClass()}>
            Subscribe below
          </a>
        )}
        <ButtonLink to="/" variant={sent ? 'primary' : 'outline'}>
          Return Home
        </ButtonLink>
      </Container>
    </>
  );
}
