import { formatNumber } from '@institute/contract/money';
import { Alert } from '@institute/ui/alert.tsx';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { toast } from '@institute/ui/toast.ts';
import { Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { toApiFailure } from '../api/admin.ts';

type BulkOutcomeNotice = {
  text: string;
  /** A note that is shown for `seconds`. */
  note?: { text: string; seconds: number };
  ids: number[];
  undo: () => Promise<unknown>;
};
type BulkRefusal = { title: string; reasons: string[] };
type ChosenRowActions = { choose: (rows: never[]) => void; drop: (ids: number[]) => void };

/** An action on the chosen rows, with one Undo for all of them. */
export function useBulkAction({ choose, drop }: ChosenRowActions) {
  const [done, setDone] = useState<BulkOutcomeNotice | null>(null);
  const [refusal, setRefusal] = useState<BulkRefusal | null>(null);
  const [isPending, setPending] = useState(false);

  /** A refusal may name many rows, so it is shown beside the list. */
  const runAction = async (title: string, work: () => Promise<void>): Promise<void> => {
    setPending(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      const { message, details } = toApiFailure(error);
      setRefusal({ title, reasons: details.length > 0 ? details.map((one) => one.message) : [message] });
    } finally {
      setPending(false);
    }
  };

  return {
    done,
    refusal,
    isPending,
    run: runAction,
    finish: (what: BulkOutcomeNotice) => {
      choose([]);
      setDone(what);
    },
    undo: () =>
      runAction('Nothing was undone', async () => {
        await done?.undo();
        drop(done?.ids ?? []);
        setDone(null);
        toast.success('Undone');
      }),
    dismiss: () => setDone(null),
  };
}

const MAX_SHOWN_REASONS = 10;

type BulkOutcomeState = Pick<
  ReturnType<typeof useBulkAction>,
  'done' | 'refusal' | 'isPending' | 'undo' | 'dismiss'
>;

export function BulkOutcome({
  bulk: { done, refusal, isPending, undo, dismiss },
}: {
  bulk: BulkOutcomeState;
}) {
  const outcomeBox = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so the message gets the focus.
  useEffect(() => {
    if (done) outcomeBox.current?.focus();
  }, [done]);
  const [outdated, setOutdated] = useState<BulkOutcomeNotice | null>(null);
  useEffect(() => {
    if (!done?.note) return;
    const timer = setTimeout(() => setOutdated(done), done.note.seconds * 1000);
    return () => clearTimeout(timer);
  }, [done]);
  const hiddenReasonCount = (refusal?.reasons.length ?? 0) - MAX_SHOWN_REASONS;
  return (
    <>
      {refusal && (
        <Alert tone="danger" title={refusal.title}>
          <ul>
            {refusal.reasons.slice(0, MAX_SHOWN_REASONS).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
            {hiddenReasonCount > 0 && <li>and {formatNumber(hiddenReasonCount)} more</li>}
          </ul>
        </Alert>
      )}
      {done && (
        <div ref={outcomeBox} tabIndex={-1} className="rounded-control">
          <Alert tone="success" className="items-center!">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p>
                {done.text}
                {done.note && outdated !== done && ` ${done.note.text}`}
              </p>
              <Button size="sm" variant="outline" pending={isPending} onClick={() => void undo()}>
                <Undo2 aria-hidden />
                Undo
              </Button>
              <IconButton label="Dismiss" onClick={dismiss}>
                <X aria-hidden />
              </IconButton>
            </div>
          </Alert>
        </div>
      )}
    </>
  );
}
