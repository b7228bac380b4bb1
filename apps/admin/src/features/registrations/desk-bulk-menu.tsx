import type { ChosenRegistration } from '@institute/contract';
import { formatNumber } from '@institute/contract/money';
import {
  type RegistrationStatus,
  registrationStatuses,
  undoSeconds,
} from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { Button } from '@institute/ui/button.tsx';
import { DropdownMenu, DropdownMenuItem } from '@institute/ui/dropdown-menu.tsx';
import { toast } from '@institute/ui/toast.ts';
import { ChevronDown, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { admin } from '../../api/admin.ts';
import { useBulkAction } from '../../lists/bulk-action.tsx';
import { useChosenRows } from '../../lists/chosen-rows.tsx';
import { countItems } from '../../ui/count-items.ts';
import { joinFiledWords, useFiledWords } from '../../ui/outbox-message.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import { type BulkPreview, BulkQuestion, describeLeft } from './bulk-dialog.tsx';
import { type DeskSearch, toFilter } from './desk-address.ts';
import { FeeSums } from './fee-sums-preview.tsx';
import { useCountGaps } from './use-missing-documents.ts';

const toAnswers = (status: RegistrationStatus, isConfirmed = false) =>
  isConfirmed && (status === 'completed' ? { anyway: true } : { agesConfirmed: true });
const countRegistrations = (count: number) => countItems(count, 'registration');

export function useBulk(search: DeskSearch) {
  const api = admin.registrations;
  const utils = admin.useUtils();
  const { mutateAsync: previewStatuses } = api.previewStatuses.useMutation();
  const { mutateAsync: changeStatuses } = api.changeStatuses.useMutation();
  const { mutateAsync: undoStatuses } = api.undoStatuses.useMutation();
  const { mutateAsync: removeMany } = api.removeMany.useMutation();
  const { mutateAsync: restoreMany } = api.restoreMany.useMutation();
  const filter = toFilter(search);
  // The filter has no page, so the chosen rows stay when the page changes.
  const { rows: chosen, choose: keep, drop } = useChosenRows<ChosenRegistration>(filter);
  const countGaps = useCountGaps();
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const action = useBulkAction({ choose: keep, drop });
  const { run, finish } = action;
  const { ask, question } = useQuestion();
  const chooseRows = (rows: ChosenRegistration[]) => keep(rows.map(({ id, version }) => ({ id, version })));

  const messages = { email: preview?.emails ?? 0, sms: preview?.sms ?? 0 };
  const filedWords = useFiledWords(messages);
  const listChanges = (status: RegistrationStatus) => chosen.map((row) => ({ ...row, status }));
  const removeChosen = () =>
    run('None was deleted', async () => {
      const removed = await removeMany({ rows: chosen });
      finish({
        text: `${countRegistrations(removed.length)} moved to the trash.`,
        ids: removed.map(({ id }) => id),
        undo: () => restoreMany({ rows: removed }),
      });
    });
  return {
    rows: chosen,
    choose: chooseRows,
    drop,
    ...action,
    chooseAll: () =>
      run('Not all could be chosen', async () => chooseRows(await utils.registrations.choose.fetch(filter))),
    preview,
    endPreview: () => setPreview(null),
    askToChange: (status: RegistrationStatus, isConfirmed = false) =>
      run('No status was changed', async () => {
        const [counts, gaps] = await Promise.all([
          previewStatuses({ rows: listChanges(status), ...toAnswers(status, isConfirmed) }),
          status === 'accepted' ? countGaps(chosen.map(({ id }) => id)) : 0,
        ]);
        if (counts.changed + counts.agesUnknown.length + counts.notBegun.length > 0)
          setPreview({ status, isConfirmed, gaps, ...counts });
        else if (counts.left.length > 0) toast.info(`0 ${status}${describeLeft(counts.left)}`);
        else toast.info(`All of them are ${capitalise(status)} already`);
      }),
    changeStatus: (status: RegistrationStatus, reversesCharges?: boolean) =>
      run('No status was changed', async () => {
        // The question closes first, because it keeps the focus.
        const answers = toAnswers(status, preview?.isConfirmed);
        const statusInput = { rows: listChanges(status), reversesCharges, ...answers };
        const changed = await changeStatuses(statusInput).finally(() => setPreview(null));
        if (preview && preview.left.length > 0) {
          toast.info(`${formatNumber(changed.length)} ${status}${describeLeft(preview.left)}`);
        }
        finish({
          text: `${countRegistrations(changed.length)} set to ${capitalise(status)}.`,
          ...(messages.email + messages.sms > 0 && {
            note: {
              text: joinFiledWords(`The applicants are told in ${undoSeconds} seconds.`, filedWords),
              seconds: undoSeconds,
            },
          }),
          ids: changed.map(({ id }) => id),
          undo: () => undoStatuses({ rows: changed }),
        });
      }),
    askToRemove: () =>
      ask({
        title: `Delete ${countRegistrations(chosen.length)}?`,
        description: (
          <>
            They go to the trash and can be brought back.
            <FeeSums ids={chosen.map(({ id }) => id)} />
          </>
        ),
        onConfirm: removeChosen,
      }),
    question,
  };
}

type Bulk = ReturnType<typeof useBulk>;

/** Makes the buttons of other features for the chosen registrations. */
export type ShowBulkActions = (ids: number[]) => ReactNode;

type DeskBulkProps = {
  bulk: Bulk;
  actions: ShowBulkActions;
  /** False for an account that only reads registrations. */
  mayWork: boolean;
};

/** The buttons for the chosen registrations. */
export function DeskBulkButtons({ bulk, actions, mayWork }: DeskBulkProps) {
  const { rows, askToChange, askToRemove, isPending } = bulk;
  return (
    <>
      {mayWork && (
        <DropdownMenu
          align="start"
          trigger={
            <Button size="sm" pending={isPending}>
              Change Status
              <ChevronDown aria-hidden />
            </Button>
          }
        >
          {registrationStatuses.map((status) => (
            <DropdownMenuItem key={status} onSelect={() => void askToChange(status)}>
              {capitalise(status)}
            </DropdownMenuItem>
          ))}
        </DropdownMenu>
      )}
      {actions(rows.map(({ id }) => id))}
      {mayWork && (
        <Button size="sm" variant="outline" disabled={isPending} onClick={askToRemove}>
          <Trash2 aria-hidden />
          Delete selected
        </Button>
      )}
    </>
  );
}

/** The questions before a change, which stay while the chosen rows do not. */
export const DeskBulkQuestions = ({ bulk }: { bulk: Bulk }) => (
  <>
    <BulkQuestion
      preview={bulk.preview}
      isPending={bulk.isPending}
      onClose={bulk.endPreview}
      onAnswer={(isConfirmed) => bulk.preview && void bulk.askToChange(bulk.preview.status, isConfirmed)}
      onConfirm={bulk.changeStatus}
    />
    {bulk.question}
  </>
);
