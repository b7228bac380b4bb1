import { Button } from '@institute/ui/button.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { checkPage } from '../../features/shell/check-page.ts';

export const Route = createFileRoute('/certificates/')({
  ...checkPage,
  component: CheckForm,
});

/** The server leads to the address of the code, also without scripts. */
function CheckForm() {
  return (
    <Container className="flex flex-col gap-6 py-section">
      <Heading level={1}>Check a certificate</Heading>
      <p className="max-w-text">
        Scan the QR code on the paper, or write its code. Then compare each line of the page with the paper.
      </p>
      <Form method="post" action="/certificates" className="flex max-w-md flex-col gap-5">
        <Field label="Code" required hint="Twelve letters and digits, such as 7KQ2-M9XH-T4WZ">
          <Input name="code" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
        </Field>
        <Button type="submit" size="lg" className="self-start">
          Check
        </Button>
      </Form>
    </Container>
  );
}
