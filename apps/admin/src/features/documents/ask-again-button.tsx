import { documentLimits } from '@institute/contract/applicant-documents.constants';
import { undoSeconds } from '@institute/contract/registrations.constants';
import { needs } from '@institute/contract/rights.constants';
import { Button } from '@institute/ui/button.tsx';
import { toast } from '@institute/ui/toast.ts';
import { FileQuestion } from 'lucide-react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChange } from '../../api/use-change.ts';
import { countPeople } from '../../ui/count-items.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import { useQuestion } from '../../ui/use-question.tsx';

/** Reminds those of these people to whom something is missing. */
export function AskAgainButton({ ids }: { ids: number[] }) {
  const { mutateAsync: askAgain, isPending } = admin.documents.askAgain.useMutation();
  const mayAsk = useMaySee()(needs.documents);
  const { data: counts } = admin.documents.counts.useQuery(
    { ids: ids.slice(0, documentLimits.counted) },
    { enabled: mayAsk && ids.length > 0 },
  );
  const showAskedToast = useAskedToast();
  const change = useChange();
  const { ask, question } = useQuestion();
  const describeNotification = useDescribeNotification();
  // Most programs ask for nothing, and the bar of buttons has one line
  const isSomethingMissing =
    ids.length > documentLimits.counted || counts?.some(({ missing }) => missing > 0);
  if (!mayAsk || !isSomethingMissing) return null;
  const openAskAgainQuestion = () => {
    if (ids.length > documentLimits.askedAgain) {
      toast.info(`At most ${documentLimits.askedAgain} at once`);
      return;
    }
    ask({
      title: `Ask ${countPeople(ids.length)} again?`,
      description: describeNotification('Those to whom something is missing are reminded'),
      confirmLabel: 'Ask Again',
      variant: 'primary',
      onConfirm: () =>
        change(async () => showAskedToast(await askAgain({ ids })), { failed: 'Nobody was asked' }),
    });
  };
  return (
    <>
      <Button size="sm" variant="outline" pending={isPending} onClick={openAskAgainQuestion}>
        <FileQuestion aria-hidden />
        Ask Again
      </Button>
      {question}
    </>
  );
}

/** A toast with Undo, as long as nothing is sent. */
function useAskedToast() {
  const { mutateAsync: withdraw } = admin.documents.undoAskAgain.useMutation();
  const describeNotification = useDescribeNotification();
  const change = useChange();
  const undoAsking = (messages: number[]) =>
    change(() => withdraw({ messages }), { done: 'Nobody is asked', failed: 'It was not taken back' });
  return ({ told, unreached, messages }: AdminAnswers['documents']['askAgain']) => {
    const notReachedText = unreached > 0 ? `No message reaches ${countPeople(unreached)}.` : undefined;
    if (told === 0) {
      toast.info(notReachedText ? 'Nobody was asked' : 'Nothing is missing to them', {
        description: notReachedText,
      });
      return;
    }
    const verb = told === 1 ? 'is' : 'are';
    toast.success(`${countPeople(told)} asked again`, {
      description: [
        describeNotification(`${told === 1 ? 'The person' : 'They'} ${verb} told in ${undoSeconds} seconds`),
        notReachedText,
      ]
        .filter(Boolean)
        .join(' '),
      action: { label: 'Undo', onPress: () => void undoAsking(messages) },
      endsAfterMs: undoSeconds * 1000,
    });
  };
}
