import type { FeeRemindersInput } from '@institute/contract';
import { formatNumber } from '@institute/contract/money';
import { Button } from '@institute/ui/button.tsx';
import { toast } from '@institute/ui/toast.ts';
import { type AdminAnswers, admin, toApiFailure } from '../../../api/admin.ts';
import { useChange } from '../../../api/use-change.ts';
import { useQuestion } from '../../../ui/use-question.tsx';

type Reminders = AdminAnswers['fees']['remind'];

/** Reminds whom the list shows, or who is chosen in it. */
export function RemindButton({ registrations }: FeeRemindersInput) {
  const { mutateAsync: plan, isPending } = admin.fees.planRemind.useMutation();
  const { mutateAsync: remind } = admin.fees.remind.useMutation();
  const { ask, question } = useQuestion();
  const change = useChange();
  const askFirst = async () => {
    try {
      const reminders = await plan({ registrations });
      if (reminders.people === 0) return toast.info(`Nobody is reminded${leftOutText(reminders)}`);
      ask({
        title: `Remind ${countPeople(reminders.people)} of fees?`,
        description: sentText(reminders),
        confirmLabel: 'Remind',
        variant: 'primary',
        onConfirm: () =>
          change(() => remind({ registrations }), {
            done: ({ people }) => `${countPeople(people)} reminded`,
            failed: 'Nobody was reminded',
          }),
      });
    } catch (error) {
      toast.error('Nobody was reminded', { description: toApiFailure(error).message });
    }
  };
  return (
    <>
      <Button variant="outline" pending={isPending} onClick={() => void askFirst()}>
        Remind {Array.isArray(registrations) ? formatNumber(registrations.length) : 'These'}
      </Button>
      {question}
    </>
  );
}

export const countPeople = (count: number): string =>
  count === 1 ? '1 person' : `${formatNumber(count)} people`;

const leftOutText = ({ leftOut }: Reminders): string =>
  leftOut > 0 ? `: ${countPeople(leftOut)} had a reminder today, want none, or cannot be reached` : '';

const sentText = (reminders: Reminders): string =>
  `This sends ${formatNumber(reminders.emails)} emails and ${formatNumber(reminders.sms)} SMS. ` +
  `Left out are those who owe nothing${leftOutText(reminders).replace(':', ', and')}.`;
