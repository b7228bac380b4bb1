import { ApiFailure } from '@institute/client/failure';
import { Button } from '@institute/ui/button.tsx';
import { fieldId } from '@institute/ui/field.tsx';
import { Input } from '@institute/ui/input.tsx';
import { toast } from '@institute/ui/toast.ts';
import { isTrapped, Trap } from '@institute/ui/trap.tsx';
import { type FormEvent, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { faultsByField, usePosted } from '../../api/posted.ts';

const id = fieldId('newsletter', 'email');

// No mutation of the query library, because every page's scripts contain this form.
export function NewsletterForm() {
  const { send } = useApi();
  const posted = usePosted('/newsletter');
  const [email, setEmail] = useState(posted?.values.email ?? '');
  const [isSending, setSending] = useState(false);
  const [fault, setFault] = useState(faultsByField(posted?.faults).email);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (isTrapped(event.currentTarget)) return;
    event.preventDefault();
    setSending(true);
    setFault(undefined);
    try {
      console.info('Newsletter subscription', await send.subscription(email));
      setEmail('');
      toast.success('Message sent successfully', {
        description: 'Please open the mail that we send you, to confirm.',
      });
    } catch (error) {
      console.error(error);
      if (error instanceof ApiFailure) setFault(error.details[0]?.message);
      toast.error('Error submitting form');
    }
    setSending(false);
  };
  return (
    <form method="post" action="/newsletter" onSubmit={submit} className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        Email address
      </label>
      <Trap />
      <div className="flex flex-col gap-2 min-[24rem]:flex-row lg:flex-col">
        <Input
          id={id}
          type="email"
          name="email"
          required
          autoComplete="email"
          placeholder="you@example.com"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault && `${id}-fault`}
        />
        <Button type="submit" variant="accent" pending={isSending}>
          Subscribe
        </Button>
      </div>
      {fault && (
        <p id={`${id}-fault`} className="text-sm text-sun">
          {fault}
        </p>
      )}
    </form>
  );
}
