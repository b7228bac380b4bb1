import { usePosted } from '../../api/posted.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Container } from '../../ui/container.tsx';
import { Heading } from '../../ui/heading.tsx';

type LetterLinkPageProps = {
  /** The page's own address, which takes the form. */
  path: string;
  /** The secret of the mail's link. */
  token: string | undefined;
  words: { title: string; text: string; button: string; done: string };
};

/** Where the link of a mail leads. A button does what it says, since mail scanners follow links. */
export function LetterLinkPage({ path, token, words }: LetterLinkPageProps) {
  const posted = usePosted(path);
  const isDone = posted?.message === '';
  return (
    <Container className="flex flex-col items-start gap-5 py-section">
      <Heading level={1}>{words.title}</Heading>
      {posted && <Alert tone={isDone ? 'success' : 'danger'} title={isDone ? words.done : posted.message} />}
      {!posted && token === undefined && (
        <Alert tone="danger" title="This link is not complete. Please open it from the mail again." />
      )}
      {!posted && token !== undefined && (
        <form method="post" action={path} className="flex flex-col items-start gap-5">
          <p className="max-w-text">{words.text}</p>
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="lg">
            {words.button}
          </Button>
        </form>
      )}
      {(posted || token === undefined) && (
        <ButtonLink to="/" variant="outline">
          Return Home
        </ButtonLink>
      )}
    </Container>
  );
}
