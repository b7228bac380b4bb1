import type { Registration } from '@institute/contract';
import { telLink } from '@institute/contract/phone';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { Heading } from '@institute/ui/heading.tsx';
import { EyeOff } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { DetailLine } from '../../parts/detail-line.tsx';
import { fullName, StatusBadge } from './registration-words.tsx';

const NONE = 'None specified';

type Level = 2 | 3;

export function RegistrationSections({
  registration: r,
  level = 3,
}: {
  registration: Registration;
  level?: Level;
}) {
  return (
    <>
      <Section level={level} title="Personal Information">
        <DetailLine label="Name">{fullName(r)}</DetailLine>
        <DetailLine label="Email">
          <a href={`mailto:${r.email}`}>{r.email}</a>
        </DetailLine>
        <DetailLine label="Phone">
          <a href={telLink(r.phone)}>{r.phone}</a>
        </DetailLine>
        <DetailLine label="Date of Birth">{r.dateOfBirth && formatDate(r.dateOfBirth)}</DetailLine>
      </Section>
      <Section level={level} title="Program Details">
        <DetailLine label="Program">{r.program?.name}</DetailLine>
        <DetailLine label="Start Date">{r.startDate && formatDate(r.startDate)}</DetailLine>
        <DetailLine label="Status">
          <StatusBadge status={r.status} />
        </DetailLine>
        <DetailLine label="Submitted">{formatDateTime(r.createdAt)}</DetailLine>
      </Section>
      <Section level={level} title="Emergency Contact">
        <DetailLine label="Name">{r.emergencyName}</DetailLine>
        <DetailLine label="Phone">
          {r.emergencyPhone && <a href={telLink(r.emergencyPhone)}>{r.emergencyPhone}</a>}
        </DetailLine>
        <DetailLine label="Relationship">{r.emergencyRelation}</DetailLine>
      </Section>
      {(r.guardianName || r.guardianPhone || r.guardianConsent) && (
        <Section level={level} title="Parent or Guardian">
          <DetailLine label="Guardian Name">{r.guardianName}</DetailLine>
          <DetailLine label="Guardian Phone">
            {r.guardianPhone && <a href={telLink(r.guardianPhone)}>{r.guardianPhone}</a>}
          </DetailLine>
          <DetailLine label="Guardian Consent">
            {r.guardianConsent ? `Agreed ${formatDate(r.consentedAt)}` : 'Not given'}
          </DetailLine>
        </Section>
      )}
      {r.medicalHidden ? (
        <Frame level={level} title="Medical Information">
          <p className="mt-2 flex items-start gap-2">
            <EyeOff className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} aria-hidden />
            Health information is hidden. Owners decide under Accounts who may read it.
          </p>
        </Frame>
      ) : (
        <Section level={level} title="Medical Information">
          <DetailLine label="Medical Conditions">{r.medicalConditions ?? NONE}</DetailLine>
          <DetailLine label="Allergies">{r.allergies ?? NONE}</DetailLine>
          <DetailLine label="Medications">{r.medications ?? NONE}</DetailLine>
        </Section>
      )}
    </>
  );
}

type FrameProps = { title: string; level?: Level; children: ReactNode };

function Section({ children, ...frame }: FrameProps) {
  return (
    <Frame {...frame}>
      <dl className="mt-2 grid gap-x-6 gap-y-3 md:grid-cols-2 print:grid-cols-2 [&_a]:underline">
        {children}
      </dl>
    </Frame>
  );
}

export function Frame({ title, level = 3, children }: FrameProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="break-inside-avoid rounded-control border border-line p-4">
      <Heading id={id} level={level} size="card">
        {title}
      </Heading>
      {children}
    </section>
  );
}
