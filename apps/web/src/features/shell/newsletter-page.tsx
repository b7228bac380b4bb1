import { usePosted } from '../../api/posted.ts';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container } from '../../ui/container.tsx';
import { fieldId } from '../../ui/field.tsx';
import { FormFaults, FormSuccess } from '../../ui/form-outcome.tsx';
import { Heading } from '../../ui/heading.tsx';

/** Answers the form of the footer where no script runs; `sent` is said by the address. */
export function NewsletterPage({ sent }: { sent: boolean }) {
  const posted = usePosted('/newsletter');
  return (
    <>
      {sent && <FormSuccess title="Message sent successfully" />}
      {posted && <FormFaults form="newsletter" posted={posted} labels={{ email: 'Email address' }} />}
      <Container className="flex flex-col items-start gap-4 py-section">
        <Heading level={1}>Newsletter</Heading>
        <p className="max-w-text">
          {sent
            ? 'We have sent you a mail. Please open the link in it to confirm that the address is yours.'
            : 'Open days, new courses and student work, once a month. You can leave it at any time.'}
        </p>
        <div className="flex flex-wrap gap-3">
          {!sent && (
            <a
              href={`#${fieldId('newsletter', 'email')}`}
              className="inline-flex min-h-11 items-center font-semibold text-green underline underline-offset-4"
            >
              Subscribe below
            </a>
          )}
          <ButtonLink to="/">Return Home</ButtonLink>
        </div>
      </Container>
    </>
  );
}
