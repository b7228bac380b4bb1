import type { ChosenRegistration } from '@institute/contract';
import { formatNumber } from '@institute/contract/money';
import {
  type RegistrationStatus,
  registrationStatuses,
  undoSeconds,
} from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { Alert } from '@institute/ui/alert.tsx';
import { Button, IconButton } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { cx } from '@institute/ui/cx.ts';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@institute/ui/dropdown-menu.tsx';
import { toast } from '@institute/ui/toast.ts';
import { ChevronDown, Trash2, Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { admin, failureOf } from '../../api/admin.ts';
import { useChosenRows } from '../../lists/chosen-rows.tsx';
import { useRefresh } from '../../parts/use-change.ts';
import { useQuestion } from '../../parts/use-question.tsx';
import { type BulkPreview, BulkQuestion, leftWords } from './bulk-question.tsx';
import { type DeskSearch, filterOf } from './desk-search.ts';

type Done = { text: string; told?: boolean; rows: { id: number }[]; undo: () => Promise<unknown> };
type Refusal = { title: string; reasons: string[] };

const counted = (count: number) => (count === 1 ? '1 registration' : `${formatNumber(count)} registrations`);

export function useBulk(search: DeskSearch) {
  const api = admin.registrations;
  const utils = admin.useUtils();
  const refresh = useRefresh();
  const { mutateAsync: previewStatuses } = api.previewStatuses.useMutation();
  const { mutateAsync: changeStatuses } = api.changeStatuses.useMutation();
  const { mutateAsync: undoStatuses } = api.undoStatuses.useMutation();
  const { mutateAsync: removeMany } = api.removeMany.useMutation();
  const { mutateAsync: restoreMany } = api.restoreMany.useMutation();
  const filter = filterOf(search);
  // The filter has no page, so the chosen rows stay when the page changes.
  const { rows: chosen, choose: keep, drop } = useChosenRows<ChosenRegistration>(filter);
  const [done, setDone] = useState<Done | null>(null);
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isPending, setPending] = useState(false);
  const choose = (rows: ChosenRegistration[]) => keep(rows.map(({ id, version }) => ({ id, version })));

  /** A refusal may name many rows, so it is shown beside the list. */
  const run = async (title: string, work: () => Promise<void>): Promise<void> => {
    setPending(true);
    setRefusal(null);
    try {
      await work();
    } catch (error) {
      const { message, details } = failureOf(error);
      setRefusal({ title, reasons: details.length > 0 ? details.map((one) => one.message) : [message] });
    } finally {
      setPending(false);
    }
    await refresh();
  };
  const rowsTo = (status: RegistrationStatus) => chosen.map((row) => ({ ...row, status }));
  const finish = (what: Done) => {
    choose([]);
    setDone(what);
  };

  return {
    rows: chosen,
    choose,
    drop,
    isPending,
    done,
    refusal,
    chooseAll: () =>
      run('Not all could be chosen', async () => choose(await utils.registrations.choose.fetch(filter))),
    preview,
    endPreview: () => setPreview(null),
    askToChange: (status: RegistrationStatus) =>
      run('No status was changed', async () => {
        const counts = await previewStatuses({ rows: rowsTo(status) });
        if (counts.changed > 0) setPreview({ status, ...counts });
        else if (counts.ageUnknown > 0) toast.info(`0 accepted, ${leftWords(counts.ageUnknown)}`);
        else toast.info(`All of them are ${capitalise(status)} already`);
      }),
    changeStatus: (status: RegistrationStatus) =>
      run('No status was changed', async () => {
        // The question closes first, because it keeps the focus.
        const changed = await changeStatuses({ rows: rowsTo(status) }).finally(() => setPreview(null));
        if (preview?.ageUnknown) {
          toast.info(`${formatNumber(changed.length)} accepted, ${leftWords(preview.ageUnknown)}`);
        }
        finish({
          text: `${counted(changed.length)} set to ${capitalise(status)}.`,
          told: true,
          rows: changed,
          undo: () => undoStatuses({ rows: changed }),
        });
      }),
    remove: () =>
      run('None was deleted', async () => {
        const removed = await removeMany({ rows: chosen });
        finish({
          text: `${counted(removed.length)} moved to the trash.`,
          rows: removed,
          undo: () => restoreMany({ rows: removed }),
        });
      }),
    undo: () =>
      run('Nothing was undone', async () => {
        await done?.undo();
        drop(done?.rows.map(({ id }) => id) ?? []);
        setDone(null);
        toast.success('Undone');
      }),
    dismiss: () => setDone(null),
  };
}

type Bulk = ReturnType<typeof useBulk>;

type DeskBulkProps = {
  bulk: Bulk;
  shown: ChosenRegistration[];
  /** Registrations on all pages. */
  total: number;
  /** True when the server stopped counting at `total`. */
  isMore: boolean;
};

export function DeskBulk({ bulk, shown, total, isMore }: DeskBulkProps) {
  const { rows, choose, chooseAll, askToChange, remove, isPending } = bulk;
  const { ask, question } = useQuestion();
  const areAllChosen = rows.length > 0 && rows.length >= total;
  const chooseMatching = () => {
    if (shown.length < total) return void chooseAll();
    choose(shown);
  };
  const askToRemove = () =>
    ask({
      title: `Delete ${counted(rows.length)}?`,
      description: 'They go to the trash and can be brought back.',
      onConfirm: remove,
    });
  return (
    <>
      <div
        className={cx(
          'flex min-h-11 flex-wrap items-center gap-x-5 gap-y-2 bg-paper',
          // Stays in view while the user chooses rows further down. Phones have a header above it.
          rows.length > 0 && 'sticky top-13 z-10 -mx-1 px-1 py-1 md:top-0',
        )}
      >
        <Checkbox
          label={`Select all ${formatNumber(total)}${isMore ? '+' : ''}`}
          disabled={isPending}
          checked={areAllChosen}
          isPartial={rows.length > 0 && !areAllChosen}
          onChange={() => (areAllChosen ? choose([]) : chooseMatching())}
        />
        {rows.length > 0 && (
          <>
            <span aria-live="polite" className="text-muted">
              {formatNumber(rows.length)} selected
            </span>
            <div className="flex flex-wrap items-center gap-3">
              <DropdownMenu>
                <DropdownMenuTrigger asChild>
                  <Button size="sm" pending={isPending}>
                    Change Status
                    <ChevronDown aria-hidden />
                  </Button>
                </DropdownMenuTrigger>
                <DropdownMenuContent align="start">
                  {registrationStatuses.map((status) => (
                    <DropdownMenuItem key={status} onSelect={() => void askToChange(status)}>
                      {capitalise(status)}
                    </DropdownMenuItem>
                  ))}
                </DropdownMenuContent>
              </DropdownMenu>
              <Button size="sm" variant="outline" disabled={isPending} onClick={askToRemove}>
                <Trash2 aria-hidden />
                Delete selected
              </Button>
            </div>
          </>
        )}
      </div>
      <BulkOutcome bulk={bulk} />
      <BulkQuestion
        preview={bulk.preview}
        isPending={isPending}
        onClose={bulk.endPreview}
        onConfirm={bulk.changeStatus}
      />
      {question}
    </>
  );
}

const REASONS_SHOWN = 10;

export function BulkOutcome({ bulk: { done, refusal, isPending, undo, dismiss } }: { bulk: Bulk }) {
  const box = useRef<HTMLDivElement>(null);
  // The pressed button is gone, so the message gets the focus.
  useEffect(() => {
    if (done) box.current?.focus();
  }, [done]);
  const [told, setTold] = useState<Done | null>(null);
  useEffect(() => {
    if (!done?.told) return;
    const timer = setTimeout(() => setTold(done), undoSeconds * 1000);
    return () => clearTimeout(timer);
  }, [done]);
  const more = (refusal?.reasons.length ?? 0) - REASONS_SHOWN;
  return (
    <>
      {refusal && (
        <Alert tone="danger" title={refusal.title}>
          <ul>
            {refusal.reasons.slice(0, REASONS_SHOWN).map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
            {more > 0 && <li>and {formatNumber(more)} more</li>}
          </ul>
        </Alert>
      )}
      {done && (
        <div ref={box} tabIndex={-1} className="rounded-control">
          <Alert tone="success" className="items-center!">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p>
                {done.text}
                {done.told && told !== done && ` The applicants are told in ${undoSeconds} seconds.`}
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
