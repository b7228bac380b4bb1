import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Form } from '@institute/ui/form.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/newsletter.svg';
import { usePostedForm } from '../../api/context.ts';

const pageTexts = {
  confirm: {
    title: 'Confirm your subscription',
    text: 'Press the button to receive our newsletter at the address that this email came to.',
    button: 'Confirm subscription',
    done: 'Your subscription is confirmed.',
  },
  unsubscribe: {
    title: 'Leave the newsletter',
    text: 'Press the button, and this address gets no more newsletters from us.',
    button: 'Unsubscribe',
    done: 'You are unsubscribed. No more newsletters come to this address.',
  },
};

type EmailLinkPageProps = {
  action: keyof typeof pageTexts;
  token: string | undefined;
};

/** Only the button acts, because mail scanners open links too. */
export function EmailLinkPage({ action, token }: EmailLinkPageProps) {
  const path = `/newsletter/${action}`;
  const actionTexts = pageTexts[action];
  const postedForm = usePostedForm(path);
  const isActionDone = postedForm?.message === '';
  return (
    <>
      <PageHero title={actionTexts.title} intro="" pattern={pattern} isShort />
      <Container className="flex flex-col items-start gap-5 py-section">
        {postedForm && (
          <Alert
            tone={isActionDone ? 'success' : 'danger'}
            title={isActionDone ? actionTexts.done : postedForm.message}
          />
        )}
        {!postedForm && token === undefined && (
          <Alert tone="danger" title="This link is not complete. Please open it from the email again." />
        )}
        {!postedForm && token !== undefined && (
          <Form method="post" action={path} className="flex flex-col items-start gap-5">
            <p className="max-w-text">{actionTexts.text}</p>
            <input type="hidden" name="token" value={token} />
            <Button type="submit" size="lg">
              {actionTexts.button}
            </Button>
          </Form>
        )}
        {(postedForm || token === undefined) && (
          <ButtonLink to="/" variant="outline">
            Return Home
          </ButtonLink>
        )}
      </Container>
    </>
  );
}
