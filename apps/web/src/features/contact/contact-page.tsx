import { Container } from '@institute/ui/container.tsx';
import { FormFaults, FormSuccess } from '@institute/ui/form-outcome.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/contact.svg';
import { Skeleton } from '@institute/ui/skeleton.tsx';
import { useHasTexts, useSite } from '../../api/context.ts';
import { usePosted } from '../../api/posted.ts';
import { ContactForm, contactFields } from './contact-form.tsx';
import { Departments } from './departments.tsx';
import { Location } from './location.tsx';
import { OpeningHours } from './opening-hours.tsx';

export function ContactPage({ sent }: { sent: boolean }) {
  const { pages } = useSite();
  const hasTexts = useHasTexts();
  const posted = usePosted('/contact');
  return (
    <>
      {sent && <FormSuccess title="Message sent successfully" />}
      {posted && <FormFaults form="contact" posted={posted} labels={contactFields} />}
      <PageHero title={pages.contact.title} intro={pages.contact.intro} pattern={pattern} />
      <Container className="grid gap-x-12 gap-y-10 py-section lg:grid-cols-[24rem_1fr] lg:items-start">
        <div className="flex flex-col gap-6">
          {hasTexts ? (
            <>
              <Departments />
              <OpeningHours />
            </>
          ) : (
            <Skeleton className="h-dvh" />
          )}
        </div>
        <div className="flex flex-col gap-5 rounded-card border border-line bg-card p-5 md:p-8">
          <Heading level={2} size="block">
            Send us a message
          </Heading>
          <ContactForm posted={posted} />
        </div>
      </Container>
      <Location />
    </>
  );
}
