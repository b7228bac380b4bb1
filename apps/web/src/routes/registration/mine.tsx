import { formatDate } from '@institute/contract/time';
import type { AlertDialog } from '@institute/ui/alert-dialog.tsx';
import { Badge } from '@institute/ui/badge.tsx';
import { Button, buttonClass } from '@institute/ui/button.tsx';
import { ButtonLink } from '@institute/ui/button-link.tsx';
import { Card, CardBody } from '@institute/ui/card.tsx';
import { Container } from '@institute/ui/container.tsx';
import { copyText } from '@institute/ui/copy-text.ts';
import { EmptyState } from '@institute/ui/empty-state.tsx';
import { Heading } from '@institute/ui/heading.tsx';
import { PageHero } from '@institute/ui/page-hero.tsx';
import pattern from '@institute/ui/pattern/heroes/registration.svg';
import { Skeleton, SkeletonBar, SkeletonGroup } from '@institute/ui/skeleton.tsx';
import { createFileRoute } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { draftStore } from '../../features/registration/draft.ts';
import { loadDelivery } from '../../features/registration/late-parts.ts';
import {
  nothingSaved,
  type SavedRegistration,
  useSavedState,
  wantedRegistration,
} from '../../features/registration/waiting/saved-state.ts';
import type { SentRegistration } from '../../features/registration/waiting/sent-registrations.ts';
import { pageHead } from '../../features/shell/page-head.ts';

export const Route = createFileRoute('/registration/mine')({
  head: ({ match: { context } }) =>
    pageHead(context, {
      title: 'My applications on this phone',
      description:
        import.meta.env.SSR && 'The applications of this phone: those that wait, and those that were sent.',
      path: '/registration/mine',
      noindex: true,
    }),
  component: MinePage,
});

function MinePage() {
  const { mine, drop, forgetSent } = useSavedRegistrations();
  const [question, setQuestion] = useState<Question | null>(null);
  const [Dialog, setDialog] = useState<typeof AlertDialog>();
  const askAbout = async (about: Question) => {
    const late = await import('@institute/ui/alert-dialog.tsx').catch(() => undefined);
    if (late) {
      setDialog(() => late.AlertDialog);
      setQuestion(about);
      // The dialog could not be loaded, so the browser asks
    } else if (confirm(`${about.title} ${about.description}`)) await about.remove();
  };
  const isEmpty = mine?.saved.length === 0 && mine.sent.length === 0;
  return (
    <>
      <PageHero
        title="My applications on this phone"
        intro="Only this phone knows this list. Of what was sent it holds the reference, the program and the date, and nothing about you."
        pattern={pattern}
        isShort
      />
      {/* As high as the screen, so that the footer does not move when the list arrives */}
      <Container className="flex min-h-svh flex-col gap-6 py-6 md:py-section">
        <p className="without-script font-semibold">This list needs scripts, and this browser runs none.</p>
        {!mine && <Loading />}
        {isEmpty && (
          <EmptyState
            icon={Inbox}
            title="There are no applications on this phone."
            action={<ButtonLink to="/registration">Register</ButtonLink>}
          />
        )}
        {mine && !isEmpty && (
          <ul className="flex max-w-3xl flex-col gap-4">
            {mine.saved.map((registration) => (
              <li key={registration.key}>
                <Saved
                  registration={registration}
                  onDrop={() => askAbout({ ...removalWords, remove: () => drop(registration.key) })}
                />
              </li>
            ))}
            {mine.sent.map((registration) => (
              <li key={registration.reference}>
                <Sent registration={registration} />
              </li>
            ))}
          </ul>
        )}
        {mine && mine.sent.length > 0 && (
          <Button
            variant="outline"
            className="self-start"
            onClick={() => askAbout({ ...forgettingWords, remove: forgetSent })}
          >
            Remove sent applications from this phone
          </Button>
        )}
        {Dialog && (
          <Dialog
            open={question !== null}
            onClose={() => setQuestion(null)}
            title={question?.title}
            description={question?.description}
            confirmLabel="Remove"
            onConfirm={() => void question?.remove().then(() => setQuestion(null))}
          />
        )}
      </Container>
    </>
  );
}

type Question = { title: string; description: string; remove: () => Promise<void> };

const removalWords = {
  title: 'Remove this application?',
  description: 'It was never sent. What you wrote will be gone from this phone.',
};
const forgettingWords = {
  title: 'Remove the sent applications from this phone?',
  description: 'We keep the applications. You need their references to ask where they stand.',
};

function useSavedRegistrations() {
  const { registration: send } = useApi().send;
  const mine = useSavedState();
  const [isUnread, setUnread] = useState(false);
  useEffect(() => {
    loadDelivery()
      .then(({ startDelivery }) => startDelivery(send))
      .catch(() => setUnread(true));
  }, [send]);

  return {
    mine: mine ?? (isUnread ? nothingSaved : undefined),
    drop: async (key: string) => (await loadDelivery()).dropRegistration(key),
    forgetSent: async () => (await loadDelivery()).forgetSent(),
  };
}

const Loading = () => (
  <SkeletonGroup label="Reading this phone…" className="needs-script">
    <Skeleton className="flex max-w-3xl flex-col gap-3 rounded-card border border-line bg-card p-5">
      <SkeletonBar className="h-5 w-1/3" />
      <SkeletonBar className="h-4 w-1/2" />
    </Skeleton>
  </SkeletonGroup>
);

type EntryProps = {
  title: string | undefined;
  state: ReactNode;
  date: number | undefined;
  children: ReactNode;
};

function Entry({ title = 'Application', state, date, children }: EntryProps) {
  return (
    <Card>
      <CardBody>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Heading level={2} size="card">
            {title}
          </Heading>
          {state}
        </div>
        {date !== undefined && (
          <p className="text-sm text-muted">{formatDate(new Date(date).toISOString())}</p>
        )}
        {children}
      </CardBody>
    </Card>
  );
}

type SavedProps = { registration: SavedRegistration; onDrop: () => void };

function Saved({ registration: { key, program, savedAt, faults }, onDrop }: SavedProps) {
  const isBeingChanged = draftStore.load('').corrects === key;
  const state = faults ? <Badge tone="sun">Needs you</Badge> : <Badge tone="sky">Waiting</Badge>;
  return (
    <Entry title={program} state={state} date={savedAt}>
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
          onClick={() => wantedRegistration.ask(key)}
          variant={faults ? 'primary' : 'outline'}
        >
          {faults ? 'Correct it' : 'Open it'}
        </ButtonLink>
        <Button variant="outline" onClick={onDrop}>
          Remove it
        </Button>
      </div>
    </Entry>
  );
}

function Sent({ registration: { reference, program, sentAt } }: { registration: SentRegistration }) {
  const words = `My application${program ? ` for ${program}` : ''} has the reference ${reference}.`;
  return (
    <Entry title={program} state={<Badge tone="green">Sent</Badge>} date={sentAt}>
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
          href={`https://wa.me/?text=${encodeURIComponent(words)}`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'outline' })}
        >
          Send to my WhatsApp
        </a>
        <ButtonLink to="/registration/status" state={{ reference }} variant="outline">
          Status
        </ButtonLink>
      </div>
    </Entry>
  );
}
