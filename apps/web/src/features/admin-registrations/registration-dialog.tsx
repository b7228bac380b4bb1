import type { Registration } from '@institute/contract';
import { formatDate, formatDateTime, telLink } from '@institute/contract/rules';
import { type ReactNode, useId } from 'react';
import { admin, failureOf } from '../../api/admin.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx';
import { askedOnce } from '../admin-content/content-resource.ts';
import { fullName, StatusBadge } from './registration-list.tsx';

type RegistrationDialogProps = {
  registration: Pick<Registration, 'id' | 'firstName' | 'lastName'>;
  onClose: () => void;
};

/** All that was sent with one registration. The server records who has read it. */
export function RegistrationDialog({ registration, onClose }: RegistrationDialogProps) {
  const { data, error, refetch, isFetching } = admin.registrations.get.useQuery(
    { id: registration.id },
    askedOnce,
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={fullName(registration)}
      description={data?.view.reference}
      size="lg"
    >
      {data ? (
        <Sections registration={data.view} />
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
    </Dialog>
  );
}

const NONE = 'None specified';

function Sections({ registration: r }: { registration: Registration }) {
  return (
    <div className="flex flex-col gap-6">
      <Section title="Personal Information">
        <Line label="Name">{fullName(r)}</Line>
        <Line label="Email">
          <a href={`mailto:${r.email}`}>{r.email}</a>
        </Line>
        <Line label="Phone">
          <a href={telLink(r.phone)}>{r.phone}</a>
        </Line>
        <Line label="Date of Birth">{r.dateOfBirth && formatDate(r.dateOfBirth)}</Line>
      </Section>
      <Section title="Program Details">
        <Line label="Program">{r.program?.name}</Line>
        <Line label="Start Date">{r.startDate && formatDate(r.startDate)}</Line>
        <Line label="Status">
          <StatusBadge status={r.status} />
        </Line>
        <Line label="Submitted">{formatDateTime(r.createdAt)}</Line>
      </Section>
      <Section title="Emergency Contact">
        <Line label="Name">{r.emergencyName}</Line>
        <Line label="Phone">
          {r.emergencyPhone && <a href={telLink(r.emergencyPhone)}>{r.emergencyPhone}</a>}
        </Line>
        <Line label="Relationship">{r.emergencyRelation}</Line>
      </Section>
      <Section title="Medical Information">
        <Line label="Medical Conditions">{r.medicalConditions ?? NONE}</Line>
        <Line label="Allergies">{r.allergies ?? NONE}</Line>
        <Line label="Medications">{r.medications ?? NONE}</Line>
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-control border border-line p-4">
      <Heading id={id} level={3}>
        {title}
      </Heading>
      <dl className="mt-2 grid gap-x-6 gap-y-3 md:grid-cols-2 [&_a]:underline">{children}</dl>
    </section>
  );
}

/** A dash where nothing was said. */
function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{children || '–'}</dd>
    </div>
  );
}
