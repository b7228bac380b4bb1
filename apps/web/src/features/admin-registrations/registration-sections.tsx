import type { Registration } from '@institute/contract';
import { formatDate, formatDateTime, telLink } from '@institute/contract/rules';
import { type ReactNode, useId } from 'react';
import { Line } from '../../admin-ui/resource/line.tsx';
import { Heading } from '../../ui/heading.tsx';
import { fullName, StatusBadge } from './registration-words.tsx';

const NONE = 'None specified';

/** Of the headings: a dialog's own title is a second, a page's a first. */
type Level = 2 | 3;

/** All that was sent with a registration. */
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
        <Line label="Name">{fullName(r)}</Line>
        <Line label="Email">
          <a href={`mailto:${r.email}`}>{r.email}</a>
        </Line>
        <Line label="Phone">
          <a href={telLink(r.phone)}>{r.phone}</a>
        </Line>
        <Line label="Date of Birth">{r.dateOfBirth && formatDate(r.dateOfBirth)}</Line>
      </Section>
      <Section level={level} title="Program Details">
        <Line label="Program">{r.program?.name}</Line>
        <Line label="Start Date">{r.startDate && formatDate(r.startDate)}</Line>
        <Line label="Status">
          <StatusBadge status={r.status} />
        </Line>
        <Line label="Submitted">{formatDateTime(r.createdAt)}</Line>
      </Section>
      <Section level={level} title="Emergency Contact">
        <Line label="Name">{r.emergencyName}</Line>
        <Line label="Phone">
          {r.emergencyPhone && <a href={telLink(r.emergencyPhone)}>{r.emergencyPhone}</a>}
        </Line>
        <Line label="Relationship">{r.emergencyRelation}</Line>
      </Section>
      <Section level={level} title="Medical Information">
        <Line label="Medical Conditions">{r.medicalConditions ?? NONE}</Line>
        <Line label="Allergies">{r.allergies ?? NONE}</Line>
        <Line label="Medications">{r.medications ?? NONE}</Line>
      </Section>
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

/** A part of a registration under a heading of its own. */
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
