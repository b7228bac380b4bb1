import { formerSecretHours } from '@institute/contract/webhooks.constants';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { useQuestion } from '../../ui/use-question.tsx';
import { nameWebhook, type Webhook } from './webhook-columns.tsx';

const failedText = 'Nothing was changed';

export function useWebhookActions(onSecret: (secret: string) => void) {
  const { ask, question } = useQuestion();
  const change = useChange();
  const remove = admin.webhooks.remove.useMutation();
  const update = admin.webhooks.update.useMutation();
  const rotate = admin.webhooks.rotateSecret.useMutation();
  const test = admin.webhooks.test.useMutation();

  return {
    question,
    askToRemove: (webhook: Webhook) =>
      ask({
        title: 'Remove this webhook?',
        description: `${nameWebhook(webhook)}: it is told of nothing any more, and its deliveries leave the log. This cannot be taken back.`,
        confirmLabel: 'Remove',
        onConfirm: () =>
          change(() => remove.mutateAsync({ id: webhook.id }), {
            done: 'Webhook removed',
            failed: failedText,
          }),
      }),
    askToTurnOff: (webhook: Webhook) =>
      ask({
        title: 'Turn this webhook off?',
        description: `${nameWebhook(webhook)}: what waits is given up, and it is told of nothing until you turn it on again.`,
        confirmLabel: 'Turn Off',
        onConfirm: () =>
          change(() => update.mutateAsync({ id: webhook.id, isActive: false }), {
            done: 'Webhook turned off',
            failed: failedText,
          }),
      }),
    askToRotate: (webhook: Webhook) =>
      ask({
        title: 'Make a new secret?',
        description: `${nameWebhook(webhook)}: the other program needs it within ${formerSecretHours} hours. Until then both secrets sign.`,
        confirmLabel: 'Make Secret',
        variant: 'primary',
        onConfirm: async () => {
          let secret: string | undefined;
          const makeSecret = async () => {
            secret = (await rotate.mutateAsync({ id: webhook.id })).secret;
          };
          await change(makeSecret, { done: 'New secret made', failed: failedText });
          if (secret) onSecret(secret);
        },
      }),
    turnOn: ({ id }: Webhook) =>
      change(() => update.mutateAsync({ id, isActive: true }), {
        done: 'Webhook turned on',
        failed: failedText,
      }),
    sendTest: ({ id }: Webhook) =>
      change(() => test.mutateAsync({ id }), {
        done: 'A test event is on its way',
        failed: 'The test event could not be sent',
      }),
  };
}
