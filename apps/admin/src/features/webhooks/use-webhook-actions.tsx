import { formerSecretHours } from '@institute/contract/webhooks.constants';
import { admin } from '../../api/admin.ts';
import { useChange } from '../../api/use-change.ts';
import { useQuestion } from '../../ui/use-question.tsx';
import { nameWebhook, type Webhook } from './webhook-columns.tsx';

const nothingChangedText = 'Nothing was changed';

export function useWebhookActions(onSecret: (secret: string) => void) {
  const { ask, question } = useQuestion();
  const runChange = useChange();
  const removeMutation = admin.webhooks.remove.useMutation();
  const updateMutation = admin.webhooks.update.useMutation();
  const rotateMutation = admin.webhooks.rotateSecret.useMutation();
  const sendTestMutation = admin.webhooks.test.useMutation();

  return {
    question,
    askToRemove: (webhook: Webhook) =>
      ask({
        title: 'Remove this webhook?',
        description: `${nameWebhook(webhook)}: it is told of nothing any more, and its deliveries leave the log. This cannot be taken back.`,
        confirmLabel: 'Remove',
        onConfirm: () =>
          runChange(() => removeMutation.mutateAsync({ id: webhook.id }), {
            done: 'Webhook removed',
            failed: nothingChangedText,
          }),
      }),
    askToTurnOff: (webhook: Webhook) =>
      ask({
        title: 'Turn this webhook off?',
        description: `${nameWebhook(webhook)}: what waits is given up, and it is told of nothing until you turn it on again.`,
        confirmLabel: 'Turn Off',
        onConfirm: () =>
          runChange(() => updateMutation.mutateAsync({ id: webhook.id, isActive: false }), {
            done: 'Webhook turned off',
            failed: nothingChangedText,
          }),
      }),
    askToRotate: (webhook: Webhook) =>
      ask({
        title: 'Make a new secret?',
        description: `${nameWebhook(webhook)}: the other program needs it within ${formerSecretHours} hours. Until then both secrets sign.`,
        confirmLabel: 'Make Secret',
        variant: 'primary',
        onConfirm: async () => {
          let newSecret: string | undefined;
          const makeSecret = async () => {
            newSecret = (await rotateMutation.mutateAsync({ id: webhook.id })).secret;
          };
          await runChange(makeSecret, { done: 'New secret made', failed: nothingChangedText });
          if (newSecret) onSecret(newSecret);
        },
      }),
    turnOn: ({ id }: Webhook) =>
      runChange(() => updateMutation.mutateAsync({ id, isActive: true }), {
        done: 'Webhook turned on',
        failed: nothingChangedText,
      }),
    sendTest: ({ id }: Webhook) =>
      runChange(() => sendTestMutation.mutateAsync({ id }), {
        done: 'A test event is on its way',
        failed: 'The test event could not be sent',
      }),
  };
}
