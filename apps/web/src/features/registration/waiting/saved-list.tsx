import { formatDate } from '@institute/contract/time';
import type { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Badge } from '@institute/ui/badge.tsx';
import { Button, makeButtonClass } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { copyText } from '@institute/ui/copy-text.ts';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { Inbox } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { draftStore } from '../draft.ts';
import { dropRegistration, forgetSentRegistrations, startDelivery } from './delivery.ts';
import { registrationOpenRequest, type SavedRegistration, useSavedState } from './saved-state.ts';
import type { SentRegistration } from './sent-registrations.ts';

export function SavedList() {
  const { registration: send } = useApi().send;
  const savedState = useSavedState();
  useEffect(() => void startDelivery(send), [send]);

  if (!savedState) return <LoadingLine />;
  const { saved, sent } = savedState;
  if (saved.length === 0 && sent.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="There are no applications on this phone."
        action={<ButtonLink to="/registration">Register</ButtonLink>}
      />
    );
  }
  return (
    <>
      <ul className="flex max-w-3xl flex-col gap-4">
        {saved.map((registration) => (
          <SavedEntry key={registration.key} registration={registration} />
        ))}
        {sent.map((registration) => (
          <SentEntry key={registration.reference} registration={registration} />
        ))}
      </ul>
      {sent.length > 0 && (
        <RemoveButton
          label="Remove sent applications from this phone"
          title="Remove the sent applications from this phone?"
          description="We keep the applications. You need their references to ask where they stand."
          remove={forgetSentRegistrations}
        />
      )}
    </>
  );
}

const LoadingLine = () => (
  <SkeletonGroup label="Reading this phone…" className="needs-script">
    <Skeleton className="flex max-w-3xl flex-col gap-3 rounded-card border border-line bg-card p-5">
      <SkeletonBar className="h-5 w-1/3" />
      <SkeletonBar className="h-4 w-1/2" />
    </Skeleton>
  </SkeletonGroup>
);

type RegistrationEntryProps = {
  title: string | undefined;
  state: ReactNode;
  date: number;
  children: ReactNode;
};

function RegistrationEntry({ title = 'Application', state, date, children }: RegistrationEntryProps) {
  return (
    <Card as="li">
      <CardBody>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Heading level={2} size="card">
            {title}
          </Heading>
          {state}
        </div>
        <p className="text-sm text-muted">{formatDate(new Date(date).toISOString())}</p>
        {children}
      </CardBody>
    </Card>
  );
}

function SavedEntry({ registration }: { registration: SavedRegistration }) {
  const { key, program, savedAt, faults } = registration;
  const isBeingChanged = draftStore.load('').corrects === key;
  const stateBadge = faults ? <Badge tone="sun">Needs you</Badge> : <Badge tone="sky">Waiting</Badge>;
  return (
    <RegistrationEntry title={program} state={stateBadge} date={savedAt}>
      <p>
        {faults
          ? 'We could not take it as it is. Please correct it and send it again:'
          : isBeingChanged
            ? 'You are changing it. It is sent when you submit the changed one.'
            : 'It is sent as soon as there is a connection. Please open our site again then.'}
      </p>
      {faults && (
        <ul className="list-disc pl-5">
          {faults.map(({ path, message }) => (
            <li key={path}>{message}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <ButtonLink
          to="/registration"
          onClick={() => registrationOpenRequest.ask(key)}
          variant={faults ? 'primary' : 'outline'}
        >
          {faults ? 'Correct it' : 'Open it'}
        </ButtonLink>
        <RemoveButton
          label="Remove it"
          title="Remove this application?"
          description="It was never sent. What you wrote will be gone from this phone."
          remove={() => dropRegistration(key)}
        />
      </div>
    </RegistrationEntry>
  );
}

function SentEntry({ registration: { reference, program, sentAt } }: { registration: SentRegistration }) {
  const messageText = `My application${program ? ` for ${program}` : ''} has the reference ${reference}.`;
  return (
    <RegistrationEntry title={program} state={<Badge tone="green">Sent</Badge>} date={sentAt}>
      <p>
        Reference:{' '}
        <strong translate="no" className="inline-block">
          {reference}
        </strong>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => copyText(reference)}>
          Copy
        </Button>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(messageText)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={makeButtonClass({ variant: 'outline' })}
        >
          Send to my WhatsApp
        </a>
        <ButtonLink to="/registration/status" state={{ reference }} variant="outline">
          Status
        </ButtonLink>
      </div>
    </RegistrationEntry>
  );
}

type RemoveButtonProps = { label: string; title: string; description: string; remove: () => Promise<void> };

/** Asks before something is removed. When the dialog cannot be loaded, the browser's own question is used. */
function RemoveButton({ label, title, description, remove }: RemoveButtonProps) {
  const [Dialog, setDialog] = useState<typeof AlertDialog>();
  const askBeforeRemoving = async () => {
    const lateRemoveDialog = await import('@institute/ui/alert-dialog.tsx').catch(() => undefined);
    if (lateRemoveDialog) setDialog(() => lateRemoveDialog.AlertDialog);
    else if (confirm(`${title} ${description}`)) await remove();
  };
  return (
    <>
      <Button variant="outline" className="self-start" onClick={askBeforeRemoving}>
        {label}
      </Button>
      {Dialog && (
        <Dialog
          onClose={() => setDialog(undefined)}
          title={title}
          description={description}
          confirmLabel="Remove"
          onConfirm={remove}
        />
      )}
    </>
  );
}
