import { useEffect, useState } from 'react';
import type { KeptForm } from '../../admin-ui/form/kept-form.ts';
import { useUnsavedChanges } from '../../admin-ui/form/use-unsaved-changes.ts';
import { loadOnce } from '../../admin-ui/resource-api.ts';
import { type AdminAnswers, admin, failureOf } from '../../api/admin.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { RegistrationContact } from './registration-contact.tsx';
import { RegistrationDecision } from './registration-decision.tsx';
import { RegistrationDuplicates } from './registration-duplicates.tsx';
import { RegistrationHistory } from './registration-history.tsx';
import { RegistrationSections } from './registration-sections.tsx';
import { fullName } from './registration-words.tsx';
import { useDecision } from './use-decision.ts';

/** The open registration; `kept` is a decision that was typed before the session ended. */
export type ShownRegistration = { id: number; firstName?: string; lastName?: string; kept?: KeptForm };

type RegistrationDialogProps = {
  registration: ShownRegistration;
  onShow: (other: ShownRegistration) => void;
  onClose: () => void;
};

/** A registration and its history. The server records who has read it. */
export function RegistrationDialog({ registration, onShow, onClose }: RegistrationDialogProps) {
  const { id, firstName, lastName, kept = null } = registration;
  const { data, error, refetch, isFetching } = admin.registrations.get.useQuery({ id }, loadOnce);
  const [state, setState] = useState({ isChanged: false, isBusy: false });
  const [next, setNext] = useState<ShownRegistration | null>(null);
  const unsaved = useUnsavedChanges({ ...state, close: () => (next ? onShow(next) : onClose()) });
  const show = (other: ShownRegistration) => {
    if (!state.isChanged) return onShow(other);
    setNext(other);
    unsaved.requestClose();
  };
  const stay = () => {
    setNext(null);
    unsaved.stay();
  };
  const name = data?.view ?? (firstName && lastName ? { firstName, lastName } : undefined);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && unsaved.requestClose()}
      title={name ? fullName(name) : 'Registration'}
      description={data?.view.reference}
      size="lg"
      closesOutside={!state.isChanged}
    >
      {data ? (
        <Opened key={id} opened={data} kept={kept} onShow={show} onState={setState} />
      ) : error ? (
        <ErrorState
          title="This registration could not be loaded"
          description={failureOf(error).message}
          onRetry={() => void refetch()}
          pending={isFetching}
        />
      ) : (
        <SkeletonGroup className="flex flex-col gap-5">
          {[1, 2, 3, 4].map((section) => (
            <Skeleton key={section} className="h-28 w-full" />
          ))}
        </SkeletonGroup>
      )}
      <AlertDialog
        open={unsaved.isAsking}
        onOpenChange={(open) => !open && stay()}
        title="Discard your changes?"
        description="What you have decided has not been saved."
        confirmLabel="Discard"
        onConfirm={unsaved.discard}
      />
    </Dialog>
  );
}

type OpenedProps = {
  opened: AdminAnswers['registrations']['get'];
  kept: KeptForm | null;
  onShow: (other: ShownRegistration) => void;
  onState: (state: { isChanged: boolean; isBusy: boolean }) => void;
};

function Opened({ opened, kept, onShow, onState }: OpenedProps) {
  const { view, history, duplicates } = opened;
  const decision = useDecision(opened, kept);
  const { isChanged, isSaving } = decision;
  useEffect(() => onState({ isChanged, isBusy: isSaving }), [onState, isChanged, isSaving]);

  return (
    <div className="flex flex-col gap-5">
      <RegistrationContact registration={view} />
      <RegistrationDuplicates duplicates={duplicates} onShow={onShow} />
      <RegistrationSections registration={view} />
      <RegistrationDecision decision={decision} />
      <RegistrationHistory history={history} registration={view} />
    </div>
  );
}
