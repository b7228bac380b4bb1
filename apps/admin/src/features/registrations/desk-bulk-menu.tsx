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
import { joinWrittenToFileNotice, useWrittenToFileNotice } from '../../ui/outbox-message.tsx';
import { useQuestion } from '../../ui/use-question.tsx';
import { type BulkPreview, BulkQuestion, describeLeftOutRegistrations } from './bulk-dialog.tsx';
import { type DeskSearch, toDeskFilter } from './desk-address.ts';
import { FeeSumsPreview } from './fee-sums-preview.tsx';
import { useCountMissingDocuments } from './use-missing-documents.ts';

const makeStatusAnswers = (status: RegistrationStatus, isConfirmed = false) =>
  isConfirmed && (status === 'completed' ? { anyway: true } : { agesConfirmed: true });
const countRegistrations = (count: number) => countItems(count, 'registration');

export function useDeskBulk(search: DeskSearch) {
  const registrationsApi = admin.registrations;
  const queryUtils = admin.useUtils();
  const { mutateAsync: previewStatuses } = registrationsApi.previewStatuses.useMutation();
  const { mutateAsync: changeStatuses } = registrationsApi.changeStatuses.useMutation();
  const { mutateAsync: undoStatuses } = registrationsApi.undoStatuses.useMutation();
  const { mutateAsync: removeMany } = registrationsApi.removeMany.useMutation();
  const { mutateAsync: restoreMany } = registrationsApi.restoreMany.useMutation();
  const deskFilter = toDeskFilter(search);
  // The filter has no page, so the chosen rows stay when the page changes.
  const { rows: chosen, choose: keep, drop } = useChosenRows<ChosenRegistration>(deskFilter);
  const countMissingDocuments = useCountMissingDocuments();
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const bulkAction = useBulkAction({ choose: keep, drop });
  const { run, finish } = bulkAction;
  const { ask, question } = useQuestion();
  const chooseRows = (rows: ChosenRegistration[]) => keep(rows.map(({ id, version }) => ({ id, version })));

  const messageCounts = { email: preview?.emails ?? 0, sms: preview?.sms ?? 0 };
  const messageFileNotice = useWrittenToFileNotice(messageCounts);
  const listStatusChanges = (status: RegistrationStatus) => chosen.map((row) => ({ ...row, status }));
  const deleteChosenRows = () =>
    run('None was deleted', async () => {
      const deletedRows = await removeMany({ rows: chosen });
      finish({
        text: `${countRegistrations(deletedRows.length)} moved to the trash.`,
        ids: deletedRows.map(({ id }) => id),
        undo: () => restoreMany({ rows: deletedRows }),
      });
    });
  return {
    rows: chosen,
    choose: chooseRows,
    drop,
    ...bulkAction,
    chooseAll: () =>
      run('Not all could be chosen', async () =>
        chooseRows(await queryUtils.registrations.choose.fetch(deskFilter)),
      ),
    preview,
    endPreview: () => setPreview(null),
    askToChange: (status: RegistrationStatus, isConfirmed = false) =>
      run('No status was changed', async () => {
        const statusAnswers = makeStatusAnswers(status, isConfirmed);
        const statusPreview = await previewStatuses({ rows: listStatusChanges(status), ...statusAnswers });
        const gaps = await countMissingDocuments(statusPreview.accepted);
        if (statusPreview.changed + statusPreview.agesUnknown.length + statusPreview.notBegun.length > 0)
          setPreview({ status, isConfirmed, gaps, ...statusPreview });
        else if (statusPreview.left.length > 0)
          toast.info(`0 ${status}${describeLeftOutRegistrations(statusPreview.left)}`);
        else toast.info(`All of them are ${capitalise(status)} already`);
      }),
    changeStatus: (status: RegistrationStatus, reversesCharges?: boolean) =>
      run('No status was changed', async () => {
        // The question closes before the toast is shown, because the question keeps the focus.
        const statusAnswers = makeStatusAnswers(status, preview?.isConfirmed);
        const statusInput = { rows: listStatusChanges(status), reversesCharges, ...statusAnswers };
        const changedRows = await changeStatuses(statusInput).finally(() => setPreview(null));
        if (preview && preview.left.length > 0) {
          toast.info(
            `${formatNumber(changedRows.length)} ${status}${describeLeftOutRegistrations(preview.left)}`,
          );
        }
        finish({
          text: `${countRegistrations(changedRows.length)} set to ${capitalise(status)}.`,
          ...(messageCounts.email + messageCounts.sms > 0 && {
            note: {
              text: joinWrittenToFileNotice(
                `The applicants are told in ${undoSeconds} seconds.`,
                messageFileNotice,
              ),
              seconds: undoSeconds,
            },
          }),
          ids: changedRows.map(({ id }) => id),
          undo: () => undoStatuses({ rows: changedRows }),
        });
      }),
    askToRemove: () =>
      ask({
        title: `Delete ${countRegistrations(chosen.length)}?`,
        description: (
          <>
            They go to the trash and can be brought back.
            <FeeSumsPreview ids={chosen.map(({ id }) => id)} />
          </>
        ),
        onConfirm: deleteChosenRows,
      }),
    question,
  };
}

type DeskBulk = ReturnType<typeof useDeskBulk>;

/** Renders the buttons that other features add for the chosen registrations. */
export type RenderBulkActions = (ids: number[]) => ReactNode;

type DeskBulkProps = {
  bulk: DeskBulk;
  actions: RenderBulkActions;
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

/** The questions before a change. They stay open when no rows are chosen any more. */
export const DeskBulkQuestions = ({ bulk }: { bulk: DeskBulk }) => (
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
