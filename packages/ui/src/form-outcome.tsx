import { Alert } from './alert.tsx';
import { Container } from './container.tsx';
import { fieldId } from './field.tsx';

type FormFaultsProps = {
  /** Prefix of the ids of its fields. */
  form: string;
  posted: { message: string; faults: readonly { path: string; message: string }[] };
  /** Labels by field name. */
  labels: Partial<Record<string, string>>;
};

/** Lists the errors of a refused form above its page, each with a link to its field. */
export function FormFaults({ form, posted: { message, faults }, labels }: FormFaultsProps) {
  return (
    <Container className="py-5">
      <Alert tone="danger" title={message}>
        <ul>
          {faults
            .filter(({ path }) => labels[path])
            .map(({ path, message }) => (
              <li key={path}>
                <a
                  href={`#${fieldId(form, path)}`}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {labels[path]}: {message}
                </a>
              </li>
            ))}
        </ul>
      </Alert>
    </Container>
  );
}

/** Shown above the page after success. */
export function FormSuccess({ title }: { title: string }) {
  return (
    <Container className="py-5">
      <Alert tone="success" title={title} />
    </Container>
  );
}
