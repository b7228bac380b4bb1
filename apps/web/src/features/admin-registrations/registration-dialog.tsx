import { useEffect, useState } from 'react';
import type { KeptForm } from '../../admin-ui/form/kept-form.ts';
import { useLeaving } from '../../admin-ui/form/use-leaving.ts';
import { askedOnce } from '../../admin-ui/resource/content-resource.ts';
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

/** Which one is open; `kept` is what was decided before a sign-in came between. */
export type ShownRegistration = { id: number; firstName?: string; lastName?: string; kept?: KeptForm };

type RegistrationDialogProps = {
  registration: ShownRegistration;
  onShow: (other: ShownRegistration) => void;
  onClose: () => void;
};

/** All that was sent with one registration, and what became of it. The server records who has read it. */
export function RegistrationDialog({ registration, onShow, onClose }: RegistrationDialogProps) {
  const { id, firstName, lastName, kept = null } = registration;
  const { data, error, refetch, isFetching } = admin.registrations.get.useQuery({ id }, askedOnce);
  const [unsaved, setUnsaved] = useState({ isChanged: false, isBusy: false });
  const [next, setNext] = useState<ShownRegistration | null>(null);
  const leaving = useLeaving({ ...unsaved, leave: () => (next ? onShow(next) : onClose()) });
  const show = (other: ShownRegistration) => {
    if (!unsaved.isChanged) return onShow(other);
    setNext(other);
    leaving.ask();
  };
  const stay = () => {
    setNext(null);
    leaving.stay();
  };
  const name = data?.view ?? (firstName && lastName ? { firstName, lastName } : undefined);

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && leaving.ask()}
      title={name ? fullName(name) : 'Registration'}
      description={data?.view.reference}
      size="lg"
      closesOutside={!unsaved.isChanged}
    >
      {data ? (
        <Opened key={id} opened={data} kept={kept} onShow={show} onUnsaved={setUnsaved} />
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
        open={leaving.isAsking}
        onOpenChange={(open) => !open && stay()}
        title="Discard your changes?"
        description="What you have decided has not been saved."
        confirmLabel="Discard"
        onConfirm={leaving.go}
      />
    </Dialog>
  );
}

type OpenedProps = {
  opened: AdminAnswers['registrations']['get'];
  kept: KeptForm | null;
  onShow: (other: ShownRegistration) => void;
  onUnsaved: (state: { isChanged: boolean; isBusy: boolean }) => void;
};

function Opened({ opened, kept, onShow, onUnsaved }: OpenedProps) {
  const { view, history, duplicates } = opened;
  const decision = useDecision(opened, kept);
  const { isChanged, isSaving } = decision;
  useEffect(() => onUnsaved({ isChanged, isBusy: isSaving }), [onUnsaved, isChanged, isSaving]);

  return (
    <div className="flex flex-col gap-5">
      <RegistrationContact registration={view} />
      <RegistrationDuplicates duplicates={duplicates} onShow={onShow} />
      <RegistrationSections registration={view} />
      <RegistrationDecision decision={decision} />
      <RegistrationHistory history={history} sentAt={view.createdAt} />
    </div>
  );
}
