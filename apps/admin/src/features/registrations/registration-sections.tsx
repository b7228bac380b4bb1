import type { Registration } from '@institute/contract';
import { makeTelLink } from '@institute/contract/phone';
import {
  joinFullName,
  registrationFields,
  registrationSteps,
} from '@institute/contract/registration-fields.constants';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { admin } from '../../api/admin.ts';
import { loadOnceOptions } from '../../api/load-options.ts';
import { Loading } from '../../ui/load-error.tsx';
import { PrintSheet } from '../../ui/print-sheet.tsx';
import { DetailLine, FramedSection } from '../../ui/titled-section.tsx';
import { describeOfficeStorage, describePaperConsent } from './registration-history-list.tsx';
import { ageUnknownText, StatusBadge } from './registration-list.tsx';

/** The server records who has read the registration. */
export function RegistrationSheet({ id }: { id: string }) {
  const registrationQuery = admin.registrations.get.useQuery({ id }, loadOnceOptions);
  return (
    <Loading query={registrationQuery} failed="This registration could not be loaded" skeleton={null}>
      {({ view }) => (
        <PrintSheet heading={joinFullName(view)} about={`Registration ${view.reference}`}>
          <RegistrationSections registration={view} level={2} />
          {view.note && (
            <FramedSection title="Note" level={2}>
              <p className="mt-2 wrap-anywhere whitespace-pre-line">{view.note}</p>
            </FramedSection>
          )}
        </PrintSheet>
      )}
    </Loading>
  );
}

type RegistrationField = (typeof registrationFields)[number];

const [personal, , emergency, medical] = registrationSteps;
const guardianFields = registrationFields.filter(({ contact }) => contact === 'guardian');

type HeadingLevel = 2 | 3;

export function RegistrationSections({
  registration: r,
  level = 3,
  personTools,
  courseTools,
}: {
  registration: Registration;
  level?: HeadingLevel;
  personTools?: ReactNode;
  courseTools?: ReactNode;
}) {
  return (
    <>
      <RegistrationSection level={level} title={personal} tools={personTools}>
        <DetailLine label="Name">{joinFullName(r)}</DetailLine>
        <RegistrationAnswers
          registration={r}
          of={({ step, name }) => step === 0 && !/^(first|last)Name$/.test(name)}
        />
      </RegistrationSection>
      <RegistrationSection level={level} title="Program Details" tools={courseTools}>
        <RegistrationAnswers registration={r} of={({ step, kind }) => step === 1 && kind !== 'intake'} />
        <DetailLine label="Status">
          <StatusBadge status={r.status} />
        </DetailLine>
        <DetailLine label="Submitted">
          {r.storedByOffice ? describeOfficeStorage(r) : formatDateTime(r.createdAt)}
        </DetailLine>
        {r.storedByOffice && <DetailLine label="Consent">{describePaperConsent(r)}</DetailLine>}
      </RegistrationSection>
      <RegistrationSection level={level} title={emergency}>
        <RegistrationAnswers
          registration={r}
          of={({ step, contact }) => step === 2 && contact !== 'guardian'}
        />
      </RegistrationSection>
      {guardianFields.some(({ name }) => r[name]) && (
        <RegistrationSection level={level} title="Parent or Guardian">
          <RegistrationAnswers registration={r} of={({ contact }) => contact === 'guardian'} />
        </RegistrationSection>
      )}
      {r.medicalHidden ? (
        <FramedSection level={level} title={medical}>
          <p className="mt-2 flex items-start gap-2">
            <EyeOff className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} aria-hidden />
            Health information is hidden. Owners decide under Accounts who may read it.
          </p>
        </FramedSection>
      ) : (
        <RegistrationSection level={level} title={medical}>
          <RegistrationAnswers registration={r} of={({ step }) => step === 3} />
        </RegistrationSection>
      )}
    </>
  );
}

type AnswersProps = { registration: Registration; of: (field: RegistrationField) => boolean };

const RegistrationAnswers = ({ registration, of }: AnswersProps) =>
  registrationFields.filter(of).map((field) => (
    <DetailLine key={field.name} label={field.sheetLabel ?? field.officeLabel ?? field.label}>
      {renderRegistrationAnswer(field, registration)}
    </DetailLine>
  ));

function renderRegistrationAnswer(
  { name, kind, health }: RegistrationField,
  registration: Registration,
): ReactNode {
  const fieldValue = registration[name];
  if (kind === 'program') return registration.program?.name;
  if (kind === 'check') return fieldValue ? describeConsent(registration) : 'Not given';
  if (typeof fieldValue !== 'string' || fieldValue === '') {
    return kind === 'birthday' ? ageUnknownText : health && 'None specified';
  }
  if (kind === 'email') return <a href={`mailto:${fieldValue}`}>{fieldValue}</a>;
  if (kind === 'phone') return <a href={makeTelLink(fieldValue)}>{fieldValue}</a>;
  return kind === 'day' || kind === 'birthday' ? formatDate(fieldValue) : fieldValue;
}

const describeConsent = ({ storedByOffice, consentedAt }: Registration): string =>
  storedByOffice ? 'On paper' : `Agreed ${formatDate(consentedAt)}`;

type SectionProps = { title: string; level: HeadingLevel; tools?: ReactNode; children: ReactNode };

function RegistrationSection({ children, ...frame }: SectionProps) {
  return (
    <FramedSection {...frame}>
      <dl className="mt-1 grid gap-x-6 gap-y-1.5 text-base md:grid-cols-[3fr_4fr_3fr] print:grid-cols-2 [&_a]:underline">
        {children}
      </dl>
    </FramedSection>
  );
}
