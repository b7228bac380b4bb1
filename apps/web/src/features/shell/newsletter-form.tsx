import { ApiFailure } from '@institute/client/failure';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { Button } from '../../ui/button.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

export function NewsletterForm() {
  const { send } = useApi();
  const id = useId();
  const [email, setEmail] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: send.subscription,
    onSuccess: (subscription) => {
      console.info('Newsletter subscription', subscription);
      setEmail('');
      toast.success('Message sent successfully');
    },
    onError: () => toast.error('Error submitting form'),
  });
  const fault = error instanceof ApiFailure ? error.details[0]?.message : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) mutate(email);
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <label htmlFor={id} className="font-semibold">
        Email address
      </label>
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
          aria-describedby={fault ? `${id}-error` : undefined}
        />
        <Button type="submit" variant="accent" pending={isPending}>
          Subscribe
        </Button>
      </div>
      {fault && (
        <p id={`${id}-error`} className="text-sm text-sun">
          {fault}
        </p>
      )}
    </form>
  );
}
