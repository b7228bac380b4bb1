import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { useSite } from '../../api/context.ts';
import { ReachUs } from '../../navigation/reach-us.tsx';

/** Shown in place of a form that nobody could send. */
export function NoCourse() {
  const { newsletter } = useSite();
  return (
    <section aria-labelledby="no-course" className="flex flex-col items-start gap-4 not-last:mb-6">
      <Heading level={2} size="block" id="no-course">
        No course takes registrations now.
      </Heading>
      <p>Ask us when the next course begins, or leave your address.</p>
      <ReachUs>
        <ButtonLink to={newsletter.isOpen ? '/newsletter' : '/contact'}>
          Tell me when a course opens
        </ButtonLink>
      </ReachUs>
    </section>
  );
}
