import { ApiFailure } from '@institute/client/failure';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef } from 'react';
import type { ContactBody } from '../../api/contact.ts';
import { useApi } from '../../api/context.ts';
import { useSubmissionKey } from '../../api/submission-key.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toast.ts';

export function ContactForm() {
  const { send } = useApi();
  const { keyFor, spent } = useSubmissionKey();
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: ContactBody) => send.message(body, keyFor(body)),
    // without a connection it fails at once instead of waiting for one
    networkMode: 'always',
    onSuccess: () => {
      spent();
      form.current?.reset();
      toast.success('Message sent successfully');
    },
    onError: () => toast.error('Error submitting form'),
  });

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [error]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(messageOf(new FormData(event.currentTarget)));
  };
  const faults = faultsOf(error);
  return (
    <form ref={form} method="post" action="/contact" onSubmit={submit} className="flex flex-col gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Name" required error={faults.name}>
          <Input name="name" autoComplete="name" />
        </Field>
        <Field label="Email" required error={faults.email}>
          <Input name="email" type="email" autoComplete="email" />
        </Field>
      </div>
      <Field label="Subject" required error={faults.subject}>
        <Input name="subject" />
      </Field>
      <Field label="Message" required error={faults.message}>
        <Textarea name="message" rows={7} />
      </Field>
      <Button type="submit" size="lg" pending={isPending} className="sm:self-start">
        Send Message
      </Button>
    </form>
  );
}

function messageOf(data: FormData): ContactBody {
  const text = (name: keyof ContactBody) => String(data.get(name) ?? '');
  return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message') };
}

/** What the server says of each field that it refused. */
function faultsOf(error: Error | null): Partial<Record<string, string>> {
  if (!(error instanceof ApiFailure)) return {};
  return Object.fromEntries(error.details.map(({ path, message }) => [path, message]));
}
