import { siteIsBusyError } from '@institute/contract/forms.constants';
import { describeFault } from '@institute/contract/text';
import { Alert } from './alert.tsx';
import { Container } from './container.tsx';
import { makeFieldId } from './field.tsx';

type FormFaultsProps = {
  /** Prefix of the ids of its fields. */
  form: string;
  posted: { message: string; faults: readonly { path: string; message: string }[] };
  labels: Partial<Record<string, string>>;
};

/** For a form that was posted without scripts. Each error links to its field, where it has one. */
export function FormFaults({ form, posted: { message, faults }, labels }: FormFaultsProps) {
  return (
    <Container className="py-5">
      <Alert tone="danger" title={message}>
        <ul>
          {faults.map(({ path, message }) => (
            <li key={path}>
              {labels[path] ? (
                <a
                  href={`#${makeFieldId(form, path)}`}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {labels[path]}: {message}
                </a>
              ) : (
                describeFault({ path, message })
              )}
            </li>
          ))}
        </ul>
      </Alert>
    </Container>
  );
}

export function FormSuccess({ title }: { title: string }) {
  return (
    <Container className="py-5">
      <Alert tone="success" title={title} />
    </Container>
  );
}

export const BusyNotice = ({ isBusy }: { isBusy: boolean }) => (
  <p role="status" className="needs-script font-semibold empty:hidden">
    {isBusy && siteIsBusyError.other}
  </p>
);
