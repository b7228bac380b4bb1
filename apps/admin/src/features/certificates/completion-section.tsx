import { ApiFailure } from '@institute/client/failure';
import { statusRefusals } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChangeWithOutcome } from '../../api/use-change.ts';
import { countPeople } from '../../ui/count-items.ts';
import { describeMessageCounts, useDescribeFileNotice } from '../../ui/outbox-message.tsx';
import { useQuestion } from '../../ui/use-question.tsx';

export type Candidate = AdminAnswers['certificates']['candidates']['people'][number];
type StatusPreview = AdminAnswers['registrations']['previewStatuses'];

const nobodyAcceptedFailure = { code: 'CONFLICT', message: statusRefusals.notAccepted } as const;

type CompleteCandidatesProps = { people: Candidate[]; onCompleted: () => Promise<unknown> };

/**
 * Shown when nobody of the chosen people has completed. After a question it sets those to "completed" who can
 * be.
 */
export function CompleteCandidates({ people, onCompleted }: CompleteCandidatesProps) {
  const { mutateAsync: preview, isPending } = admin.registrations.previewStatuses.useMutation();
  const { mutateAsync: complete } = admin.registrations.changeStatuses.useMutation();
  const { change, outcome } = useChangeWithOutcome();
  const { ask, question } = useQuestion();
  const describeFileNotice = useDescribeFileNotice();
  const maySetCompleted = useMaySee()(needs.registrations);
  const statusChanges = people.map(({ id, version }) => ({ id, version, status: 'completed' as const }));
  const failedText = 'No status was changed';

  const describeCompletion = ({ emails, sms, notBegun }: StatusPreview): string => {
    const messageCounts = { email: emails, sms };
    return [
      notBegun.length > 0 && `Their intake has not begun: ${notBegun.join(', ')}.`,
      describeMessageCounts(messageCounts),
      describeFileNotice(messageCounts),
    ]
      .filter(Boolean)
      .join(' ');
  };
  const askToComplete = () =>
    change(
      async () => {
        const statusPreview = await preview({ rows: statusChanges, anyway: true });
        if (statusPreview.changed === 0) throw new ApiFailure(409, nobodyAcceptedFailure);
        ask({
          title: `Set ${countPeople(statusPreview.changed)} to Completed?`,
          description: describeCompletion(statusPreview),
          confirmLabel: 'Set to Completed',
          variant: 'primary',
          onConfirm: async () => {
            // By the time the candidates are loaded, the question has closed
            if (await change(() => complete({ rows: statusChanges, anyway: true }), { failed: failedText }))
              void onCompleted();
          },
        });
      },
      { failed: failedText },
    );

  const [first, another] = people;
  const noneCompletedTitle = another
    ? `None of these ${people.length} has completed`
    : `${first?.name} has not completed`;
  return (
    <Alert tone="warning" title={noneCompletedTitle}>
      {maySetCompleted && (
        <Button size="sm" variant="outline" pending={isPending} onClick={() => void askToComplete()}>
          Set them to Completed and issue
        </Button>
      )}
      <OutcomeLine outcome={outcome} />
      {question}
    </Alert>
  );
}
