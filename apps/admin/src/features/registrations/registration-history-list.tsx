import type { Registration } from '@institute/contract';
import { joinFullName, registrationFields } from '@institute/contract/registration-fields.constants';
import { describeRetention } from '@institute/contract/retention-words';
import { formatDate, formatDateTime } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import type { ReactNode } from 'react';
import { type AdminAnswers, admin } from '../../api/admin.ts';
import { FramedSection } from '../../ui/titled-section.tsx';
import { StatusBadge } from './registration-list.tsx';

type Duplicate = AdminAnswers['registrations']['get']['duplicates'][number];

type RegistrationDuplicatesProps = { duplicates: Duplicate[]; onShow: (other: Duplicate) => void };

export function RegistrationDuplicates({ duplicates, onShow }: RegistrationDuplicatesProps) {
  if (duplicates.length === 0) return null;
  return (
    <Alert tone="warning" title={duplicates.length === 1 ? 'Possible duplicate' : 'Possible duplicates'}>
      <ul className="mt-1 flex flex-col gap-1">
        {duplicates.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-3">
            <button
              type="button"
              className="min-h-6 text-left font-semibold wrap-anywhere underline"
              onClick={() => onShow(other)}
            >
              {other.reference} {joinFullName(other)}
            </button>
            <span>
              same {other.same.join(', ')}; {formatDate(other.createdAt)}
            </span>
            <StatusBadge status={other.status} />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

type HistoryStep = AdminAnswers['registrations']['get']['history'][number];

type RegistrationHistoryProps = { history: HistoryStep[]; registration: Registration };

export function RegistrationHistory({ history, registration }: RegistrationHistoryProps) {
  return (
    <FramedSection title="History">
      <ol className="mt-2 flex flex-col divide-y divide-line">
        {history.map((step) => (
          <li key={step.id} className="py-2.5">
            <p className="flex flex-wrap items-center gap-2">
              {step.from === step.to ? (
                toStepTitle(step)
              ) : (
                <>
                  <StatusBadge status={step.from} /> <span className="sr-only">to</span>
                  <span aria-hidden>→</span> <StatusBadge status={step.to} />
                </>
              )}
            </p>
            {step.corrected && <FormerFieldValues corrected={step.corrected} />}
            {step.reason && <HistoryText>{step.reason}</HistoryText>}
            {step.note && <HistoryText>{step.note}</HistoryText>}
            <SignedTerms by={step.by ?? 'System'} at={step.at} />
          </li>
        ))}
        <li className="py-2.5">
          {registration.storedByOffice ? (
            <>
              {describeOfficeStorage(registration)}
              <SmallText>Consent: {describePaperConsent(registration)}</SmallText>
            </>
          ) : (
            <>
              Sent
              <SignedTerms by="by the applicant" at={registration.createdAt} />
              <AgreedTerms registration={registration} />
            </>
          )}
        </li>
      </ol>
    </FramedSection>
  );
}

const HistoryText = ({ children }: { children: string }) => (
  <p className="mt-1 wrap-anywhere whitespace-pre-line">{children}</p>
);

const toStepTitle = ({ corrected }: Pick<HistoryStep, 'corrected'>) =>
  corrected ? 'Details corrected' : 'Note changed';

export const describeOfficeStorage = ({ createdAt }: Pick<Registration, 'createdAt'>): string =>
  `Stored by the office, ${formatDate(createdAt)}`;

/** Describes the consent of a person whom the office registered. */
export const describePaperConsent = ({ consent }: Pick<Registration, 'consent'>): string =>
  consent ? 'On paper' : 'Not recorded';

type CorrectedValues = NonNullable<HistoryStep['corrected']>;

/** The earlier values of corrected fields. An erasure may have emptied them. */
function FormerFieldValues({ corrected }: { corrected: CorrectedValues }) {
  const correctedFields = registrationFields.filter(({ name }) => name in corrected);
  if (correctedFields.length === 0) return <SmallText>The former values were erased.</SmallText>;
  return (
    <ul className="mt-1">
      {correctedFields.map(({ name, label, kind, health }) => (
        <li key={name} className="wrap-anywhere">
          {health
            ? `${label} changed`
            : `${label} was ${describeFormerValue(kind, corrected[name as keyof CorrectedValues])}`}
        </li>
      ))}
    </ul>
  );
}

function describeFormerValue(kind: string, value: string | null | undefined): string {
  if (!value) return 'empty';
  return kind === 'birthday' || kind === 'day' ? formatDate(value) : value;
}

/** Names that somebody had before they were corrected. */
export function listFormerNames(history: HistoryStep[], now: FullName): string[] {
  let namesAtStep: FullName = now;
  const formerNames = history.flatMap(({ corrected }) => {
    const { firstName, lastName } = corrected ?? {};
    if (firstName === undefined && lastName === undefined) return [];
    namesAtStep = {
      firstName: firstName ?? namesAtStep.firstName,
      lastName: lastName ?? namesAtStep.lastName,
    };
    return [joinFullName(namesAtStep)];
  });
  return formerNames.filter((name) => name !== joinFullName(now));
}
type FullName = Parameters<typeof joinFullName>[0];

function SignedTerms({ by, at }: { by: string; at: string }) {
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {by}, <time dateTime={at}>{formatDateTime(at)}</time>
    </p>
  );
}

/** A version never changes. */
const loadOnceForeverOptions = { staleTime: Number.POSITIVE_INFINITY, retry: false };

type ConsentRecord = Pick<Registration, 'consentVersion'>;

function AgreedTerms({ registration: { consentVersion } }: { registration: ConsentRecord }) {
  const { data, error } = admin.site.legalVersion.useQuery(
    { version: consentVersion ?? '' },
    { ...loadOnceForeverOptions, enabled: consentVersion !== null },
  );
  if (error) return <SmallText>The terms that the applicant agreed to could not be loaded.</SmallText>;
  if (consentVersion === null || data === null) {
    return <SmallText>Agreed to terms whose text was not kept.</SmallText>;
  }
  if (!data) return null;

  const { terms, privacy, retention } = data.texts;
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-green underline underline-offset-4">
        Agreed to the terms of {formatDate(data.since)}
      </summary>
      <div className="mt-2 flex flex-col gap-5 rounded-small border border-line p-4">
        <LegalText {...terms} />
        <LegalText {...privacy}>
          <ul className="list-disc pl-5">
            {describeRetention(retention).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </LegalText>
      </div>
    </details>
  );
}

type LegalTextProps = {
  title: string;
  intro: string;
  sections: { title: string; text: string }[];
  children?: ReactNode;
};

function LegalText({ title, intro, sections, children }: LegalTextProps) {
  return (
    <section className="flex flex-col gap-2">
      <h4 className="text-base font-semibold">{title}</h4>
      <p>{intro}</p>
      {sections.map((section) => (
        <div key={section.title}>
          <h5 className="font-semibold">{section.title}</h5>
          <p className="whitespace-pre-line">{section.text}</p>
        </div>
      ))}
      {children}
    </section>
  );
}

const SmallText = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 text-sm text-muted">{children}</p>
);
