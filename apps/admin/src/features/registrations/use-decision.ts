import type { ChosenStatus } from '@institute/contract';
import { listReversibleCharges } from '@institute/contract/fees.constants';
import {
  isSeatTaken,
  type RegistrationStatus,
  undoSeconds,
} from '@institute/contract/registrations.constants';
import { capitalise } from '@institute/contract/text';
import { toLocalDay } from '@institute/contract/time';
import type { FormOutcome } from '@institute/ui/outcome-line.tsx';
import { toast } from '@institute/ui/toast.ts';
import { useState } from 'react';
import { type AdminAnswers, admin, toApiFailure } from '../../api/admin.ts';
import { formatFailure } from '../../api/use-change.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import { useReadMissingDocuments } from './use-missing-documents.ts';

export type StatusAndNote = { status: RegistrationStatus; note: string };
export type DecisionAnswers = { reversesCharges?: boolean; anyway?: boolean };
type RegistrationDetails = AdminAnswers['registrations']['get'];

export function useDecision(
  { view, tag, history, ...rest }: RegistrationDetails,
  kept: KeptDecision | undefined,
  onSaved: (id: number) => void,
) {
  const queryUtils = admin.useUtils();
  const { mutateAsync: decide, isPending: isSaving } = admin.registrations.decide.useMutation();
  const { mutateAsync: undoStatuses } = admin.registrations.undoStatuses.useMutation();
  const showSavedToast = useSavedToast(view.firstName, rest.acceptance.channels.length > 0);
  const editedDecision = useEditedDecision(view, tag, kept);
  const { stored, typed, setTyped, editedTag, setEditedTag, isChanged } = editedDecision;
  const [isConflict, setConflict] = useState(false);
  const [outcome, setOutcome] = useState<FormOutcome>();
  /**
   * A decision that the server refused until it is confirmed: for a full intake, or for one that has not
   * begun.
   */
  const [doubted, setDoubted] = useState<StatusAndNote | null>(null);
  const { id } = view;
  /** Waits for the refetch that every change has started already. */
  const refetchRegistration = () =>
    queryUtils.registrations.get.refetch({ id }, undefined, { cancelRefetch: false });

  const saveDecision = async (
    decision: StatusAndNote,
    { reversesCharges, anyway = false }: DecisionAnswers = {},
  ) => {
    let isSaved = false;
    setOutcome(undefined);
    setDoubted(null);
    try {
      const { nextInLine, undo, waitsForDecision, ...saved } = await decide({
        id,
        ifMatch: editedTag,
        ...decision,
        reversesCharges,
        anyway,
      });
      queryUtils.registrations.get.setData({ id }, { ...rest, ...saved });
      setTyped({ status: saved.view.status, note: saved.view.note ?? '' });
      setEditedTag(saved.tag);
      setConflict(false);
      onSaved(id);
      isSaved = true;
      setOutcome({ isDone: true, text: `Saved as ${capitalise(saved.view.status)}.` });
      showSavedToast(
        { nextInLine, undo, waitsForDecision },
        (row) => void undoDecision(row, decision.status),
      );
    } catch (error) {
      await showRefusal(error, decision);
    }
    return isSaved;
  };

  const showRefusal = async (error: unknown, decision: StatusAndNote) => {
    const failure = toApiFailure(error);
    const isOutdated = failure.code === 'PRECONDITION_FAILED';
    // The warning names the newest change, and a save after it needs that change's tag.
    if (isOutdated) {
      await refetchRegistration();
      setEditedTag(queryUtils.registrations.get.getData({ id })?.tag ?? editedTag);
      setTyped(decision);
    } else {
      const saveFailureReason = formatFailure(failure);
      setOutcome({ isDone: false, text: `It was not saved. ${saveFailureReason}` });
      const isCompletedTooEarly = failure.details.some(({ path }) => path === 'anyway');
      if (failure.code === 'NO_SEATS_LEFT' || isCompletedTooEarly) setDoubted(decision);
      else toast.error('Failed to save registration', { description: saveFailureReason });
    }
    setConflict(isOutdated);
  };

  const undoDecision = async (row: ChosenStatus, undone: RegistrationStatus) => {
    try {
      await undoStatuses({ rows: [row] });
      onSaved(id);
      setOutcome(undefined);
      toast.success('Undone');
    } catch (error) {
      toast.error('Nothing was undone', { description: toApiFailure(error).message });
    }
    await refetchRegistration();
    // Keep what was typed since then
    setTyped((now) => (now.status === undone ? { ...now, status: row.status } : now));
    setEditedTag((before) => queryUtils.registrations.get.getData({ id })?.tag ?? before);
  };

  return {
    readCharged: useReadLeaverCharges(id, stored.status),
    readGaps: useReadMissingDocuments(id),
    doubted,
    endDoubt: () => setDoubted(null),
    typed,
    storedStatus: stored.status,
    tag: editedTag,
    followTag: setEditedTag,
    restore: editedDecision.restore,
    change: editedDecision.change,
    isChanged,
    isAgeUnknown: !view.dateOfBirth,
    isSaving,
    save: saveDecision,
    // The success message goes when the form differs from what was saved
    outcome: outcome?.isDone && isChanged ? undefined : outcome,
    conflict: isConflict ? (history[0] ?? null) : null,
  };
}

type KeptDecision = { decision: StatusAndNote; tag: string | undefined };

/** What is typed in the form, and the version that it was typed on. */
function useEditedDecision(
  view: RegistrationDetails['view'],
  tag: string | undefined,
  kept: KeptDecision | undefined,
) {
  const storedDecision: StatusAndNote = { status: view.status, note: view.note ?? '' };
  const [typed, setTyped] = useState(kept?.decision ?? storedDecision);
  /**
   * A newer version may load meanwhile. Saving with the older tag makes the server refuse to overwrite it.
   */
  const [editedTag, setEditedTag] = useState(kept?.tag ?? tag);
  return {
    stored: storedDecision,
    typed,
    setTyped,
    editedTag,
    setEditedTag,
    isChanged: typed.status !== storedDecision.status || typed.note.trim() !== storedDecision.note,
    restore: (decision: StatusAndNote, editedThen: string | undefined) => {
      setTyped(decision);
      setEditedTag(editedThen ?? tag);
    },
    change: (part: Partial<StatusAndNote>) => setTyped({ ...typed, ...part }),
  };
}

type SavedDecision = Pick<
  AdminAnswers['registrations']['decide'],
  'nextInLine' | 'undo' | 'waitsForDecision'
>;

function useSavedToast(firstName: string, isReached: boolean) {
  const describeNotification = useDescribeNotification();
  const describeNotified = () =>
    isReached
      ? describeNotification(`${firstName} is told in ${undoSeconds} seconds`)
      : `No message reaches ${firstName}.`;
  return ({ nextInLine, undo, waitsForDecision }: SavedDecision, onUndo: (row: ChosenStatus) => void) =>
    toast.success('Registration updated successfully', {
      description: [
        undo && describeNotified(),
        waitsForDecision && 'Who keeps the fees is asked about those that are not due yet.',
        nextInLine &&
          `A seat is free in ${nextInLine.intake}. ${nextInLine.name} is first on the waiting list.`,
      ]
        .filter(Boolean)
        .join(' '),
      ...(undo && {
        action: { label: 'Undo', onPress: () => onUndo(undo) },
        endsAfterMs: undoSeconds * 1000,
      }),
    });
}

/**
 * Returns a function that reads what a person who leaves still owes. The function reads nothing for an
 * account without the right to fees.
 */
function useReadLeaverCharges(registrationId: number, storedStatus: RegistrationStatus) {
  const { fees } = admin.useUtils();
  return async (status: RegistrationStatus) => {
    const hasApplicantLeft = status === 'rejected' || status === 'withdrawn';
    const leaverAccount =
      hasApplicantLeft && isSeatTaken(storedStatus)
        ? await fees.account.fetch({ registrationId }, { staleTime: 0 }).catch(() => null)
        : null;
    return {
      due: leaverAccount?.overdue ?? 0,
      notDue: leaverAccount ? listReversibleCharges(leaverAccount.charges, toLocalDay(new Date())) : [],
    };
  };
}

export type DecisionState = ReturnType<typeof useDecision>;
