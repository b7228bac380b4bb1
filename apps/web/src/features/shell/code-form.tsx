import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Container } from '@institute/ui/container.tsx';
import { Field, Input } from '@institute/ui/field.tsx';
import { Form } from '@institute/ui/form.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { faultsByField, usePosted } from '../../api/context.ts';

type CodeFormProps = { heading: string; intro: string; path: string; hint: string };

/** The server leads to the address of the code, also without scripts. */
export function CodeForm({ heading, intro, path, hint }: CodeFormProps) {
  const posted = usePosted(path);
  const fault = faultsByField(posted?.faults).code;
  return (
    <Container className="flex flex-col gap-6 py-section">
      <Heading level={1}>{heading}</Heading>
      <p className="max-w-text">{intro}</p>
      <Form method="post" action={path} className="flex max-w-md flex-col gap-5">
        {posted && !fault && <Alert tone="danger" title={posted.message} />}
        <Field label="Code" required hint={hint} error={fault}>
          <Input
            name="code"
            defaultValue={posted?.values.code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" size="lg" className="self-start">
          Check
        </Button>
      </Form>
    </Container>
  );
}
