import { formerSecretHours } from '@institute/contract/office.constants';
import { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { type ReactNode, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../parts/use-change.ts';
import { nameOf, type Webhook } from './webhook-columns.tsx';

const questions = {
  remove: {
    title: 'Remove this webhook?',
    consequence:
      'it is told of nothing any more, and its deliveries leave the log. This cannot be taken back.',
    confirmLabel: 'Remove',
    variant: 'danger',
  },
  turnOff: {
    title: 'Turn this webhook off?',
    consequence: 'what waits is given up, and it is told of nothing until you turn it on again.',
    confirmLabel: 'Turn Off',
    variant: 'danger',
  },
  rotate: {
    title: 'Make a new secret?',
    consequence: `the other program needs it within ${formerSecretHours} hours. Until then both secrets sign.`,
    confirmLabel: 'Make Secret',
    variant: 'primary',
  },
} as const;

export function useWebhookActions(onSecret: (secret: string) => void) {
  const [asked, setAsked] = useState<{ what: keyof typeof questions; webhook: Webhook } | null>(null);
  const change = useChange();
  const remove = admin.webhooks.remove.useMutation();
  const update = admin.webhooks.update.useMutation();
  const rotate = admin.webhooks.rotateSecret.useMutation();
  const test = admin.webhooks.test.useMutation();
  const isPending = [remove, update, rotate].some((mutation) => mutation.isPending);
  const failed = 'Nothing was changed';

  const confirm = async () => {
    if (!asked) return;
    const { id } = asked.webhook;
    if (asked.what === 'remove') {
      await change(() => remove.mutateAsync({ id }), { done: 'Webhook removed', failed });
    } else if (asked.what === 'turnOff') {
      await change(() => update.mutateAsync({ id, isActive: false }), { done: 'Webhook turned off', failed });
    } else {
      let secret: string | undefined;
      const make = async () => {
        secret = (await rotate.mutateAsync({ id })).secret;
      };
      await change(make, { done: 'New secret made', failed });
      if (secret) onSecret(secret);
    }
    setAsked(null);
  };

  const question: ReactNode = (
    <AlertDialog
      open={asked !== null}
      onOpenChange={(open) => !open && !isPending && setAsked(null)}
      title={asked && questions[asked.what].title}
      description={asked && `${nameOf(asked.webhook)}: ${questions[asked.what].consequence}`}
      confirmLabel={asked ? questions[asked.what].confirmLabel : ''}
      variant={asked ? questions[asked.what].variant : 'danger'}
      pending={isPending}
      onConfirm={confirm}
    />
  );

  return {
    question,
    ask: (what: keyof typeof questions, webhook: Webhook) => setAsked({ what, webhook }),
    turnOn: ({ id }: Webhook) =>
      change(() => update.mutateAsync({ id, isActive: true }), { done: 'Webhook turned on', failed }),
    sendTest: ({ id }: Webhook) =>
      change(() => test.mutateAsync({ id }), {
        done: 'A test event is on its way',
        failed: 'The test event could not be sent',
      }),
  };
}
