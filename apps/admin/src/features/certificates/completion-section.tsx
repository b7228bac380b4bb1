import { ApiFailure } from '@institute/client/failure';
import { statusRefusals } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useShownChange } from '../../api/use-change.ts';
import { countPeople } from '../../ui/count-items.ts';
import { describeSending, useDescribeFiled } from '../../ui/outbox-message.tsx';
import { useQuestion } from '../../ui/use-question.tsx';

export type Candidate = AdminAnswers['certificates']['candidates']['people'][number];
type Preview = AdminAnswers['registrations']['previewStatuses'];

const noneAccepted = { code: 'CONFLICT', message: statusRefusals.notAccepted } as const;

type CompleteCandidatesProps = { people: Candidate[]; onCompleted: () => Promise<unknown> };

/** For people of whom nobody has completed: completes those who can be, after a question. */
export function CompleteCandidates({ people, onCompleted }: CompleteCandidatesProps) {
  const { mutateAsync: preview, isPending } = admin.registrations.previewStatuses.useMutation();
  const { mutateAsync: complete } = admin.registrations.changeStatuses.useMutation();
  const { change, outcome } = useShownChange();
  const { ask, question } = useQuestion();
  const describeFiled = useDescribeFiled();
  const mayComplete = useMaySee()(needs.registrations);
  const rows = people.map(({ id, version }) => ({ id, version, status: 'completed' as const }));
  const failed = 'No status was changed';

  const describeCompletion = ({ emails, sms, notBegun }: Preview): string => {
    const messages = { email: emails, sms };
    return [
      notBegun.length > 0 && `Their intake has not begun: ${notBegun.join(', ')}.`,
      describeSending(messages),
      describeFiled(messages),
    ]
      .filter(Boolean)
      .join(' ');
  };
  const askToComplete = () =>
    change(
      async () => {
        const counts = await preview({ rows, anyway: true });
        if (counts.changed === 0) throw new ApiFailure(409, noneAccepted);
        ask({
          title: `Set ${countPeople(counts.changed)} to Completed?`,
          description: describeCompletion(counts),
          confirmLabel: 'Set to Completed',
          variant: 'primary',
          onConfirm: async () => {
            // The question has closed by the time that they are loaded
            if (await change(() => complete({ rows, anyway: true }), { failed })) void onCompleted();
          },
        });
      },
      { failed },
    );

  const [first, another] = people;
  const title = another ? `None of these ${people.length} has completed` : `${first?.name} has not completed`;
  return (
    <Alert tone="warning" title={title}>
      {mayComplete && (
        <Button size="sm" variant="outline" pending={isPending} onClick={() => void askToComplete()}>
          Set them to Completed and issue
        </Button>
      )}
      <OutcomeLine outcome={outcome} />
      {question}
    </Alert>
  );
}
