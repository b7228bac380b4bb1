import type { CertificateIssue } from '@institute/contract';
import {
  certificateLimits,
  findFirstIssueDay,
  findLineLengthFault,
} from '@institute/contract/certificates.constants';
import { formatBalance } from '@institute/contract/fees.constants';
import { formatNumber } from '@institute/contract/money';
import { needs } from '@institute/contract/rights.constants';
import { toLocalDay } from '@institute/contract/time';
import { Alert } from '@institute/ui/alert.tsx';
import { Button } from '@institute/ui/button.tsx';
import { Field, FieldError, Input } from '@institute/ui/field.tsx';
import { toast } from '@institute/ui/toast.ts';
import { Link } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { memo, useCallback, useId, useState } from 'react';
import { useForm, useFormContext, useWatch } from 'react-hook-form';
import { type AdminAnswers, admin, toApiFailure } from '../../api/admin.ts';
import { groupBy } from '../../api/group-by.ts';
import { useMaySee } from '../../api/rights.ts';
import { useChange } from '../../api/use-change.ts';
import { findFirstMessage, showFaultsAtFields, showMessage } from '../../forms/field-errors.ts';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { countItems, countPeople } from '../../ui/count-items.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import { type Candidate, CompleteCandidates } from './completion-section.tsx';
import { PaperPreview } from './paper-preview.tsx';
import { ResultsField, readResults } from './results-field.tsx';
import { tooManyToPrintMessage, usePrint } from './use-print.ts';

type Preparation = AdminAnswers['certificates']['candidates'];

type IssueButtonProps = { ids: number[]; label?: string };

export function IssueButton({ ids, label = 'Issue Certificates' }: IssueButtonProps) {
  const { mutateAsync: findCandidates, isPending } = admin.certificates.candidates.useMutation();
  const [prepared, setPrepared] = useState<Preparation | null>(null);
  const maySee = useMaySee();
  const runChange = useChange();
  const failedText = 'Failed to load the people';
  const loadCandidates = () =>
    runChange(async () => setPrepared(await findCandidates({ ids })), { failed: failedText });
  const openDialog = async () => {
    if (ids.length > certificateLimits.chosen) toast.info(tooManyToPrintMessage);
    else await loadCandidates();
  };
  if (!maySee(needs.certificates)) return null;
  return (
    <>
      <Button size="sm" variant="outline" pending={isPending} onClick={() => void openDialog()}>
        <Award aria-hidden />
        {label}
      </Button>
      {prepared && (
        <IssueDialog
          // A new number of rows needs a new form, because the form has a row for each person who is ready
          key={prepared.people.filter(isReady).length}
          candidates={prepared.people}
          missing={prepared.missing}
          onCompleted={loadCandidates}
          onClose={() => setPrepared(null)}
        />
      )}
    </>
  );
}

type CertificateLine = Record<'holder' | 'hours' | 'from' | 'to' | 'result', string>;
type IssueForm = { issuedOn: string; reason: string; rows: CertificateLine[] };

const emptyLine: CertificateLine = { holder: '', hours: '', from: '', to: '', result: '' };

const isReady = ({ hasCompleted, certificate }: Candidate): boolean => hasCompleted && certificate === null;

type IssueDialogProps = {
  candidates: Candidate[];
  missing: Preparation['missing'];
  onCompleted: () => Promise<unknown>;
  onClose: () => void;
};

function IssueDialog({ candidates, missing, onCompleted, onClose }: IssueDialogProps) {
  const readyPeople = candidates.filter(isReady);
  const today = toLocalDay(new Date());
  const form = useForm<IssueForm>({
    defaultValues: {
      issuedOn: today,
      reason: '',
      rows: readyPeople.map(({ name }) => ({ ...emptyLine, holder: name })),
    },
  });
  const { mutateAsync: issue } = admin.certificates.issue.useMutation();
  const { printMany } = usePrint();
  const describeNotification = useDescribeNotification();

  const issueCertificates = form.handleSubmit(async ({ rows, ...day }) => {
    try {
      const { items } = await issue({
        registrations: toRegistrations(readyPeople, rows),
        ...toIssueDay(day, today),
      });
      toast.success(countCertificates(items.length), {
        description: `${items[0]?.number}${items.length > 1 ? ` to ${items.at(-1)?.number}` : ''}. ${describeNotification('Their holders are told')}`,
        action: { label: 'Print', onPress: () => void printMany(items.map(({ id }) => id)) },
      });
      onClose();
    } catch (error) {
      const { message, details } = toApiFailure(error);
      const rowFaults = details.map((detail) => ({ ...detail, path: toRowPath(detail.path) }));
      showMessage(
        form,
        'No certificate was issued',
        showFaultsAtFields(form, { message, details: rowFaults }),
      );
    }
  });

  return (
    <SubmitDialog
      title="Issue Certificates"
      description={`Each has a number, a code and a signature. Owners are told at once of another name than the registration's. ${describeNotification('The holders are told the address that checks it')}`}
      size="lg"
      form={form}
      onSubmit={issueCertificates}
      submitLabel="Issue"
      disabled={readyPeople.length === 0 || missing !== null}
      onClose={onClose}
    >
      {missing && (
        <Alert tone="warning" title={missing.message}>
          <Link
            to="/admin/site"
            search={{ section: missing.path === 'issuer' ? 'institute' : 'certificates' }}
            className="inline-flex min-h-11 items-center underline"
          >
            Write it now
          </Link>
        </Alert>
      )}
      {candidates.length === 0 || candidates.some(({ hasCompleted }) => hasCompleted) ? (
        <LeftOutPeople candidates={candidates} />
      ) : (
        <CompleteCandidates people={candidates} onCompleted={onCompleted} />
      )}
      {readyPeople.length > 0 && (
        <>
          <OwingPeople people={readyPeople} />
          <CandidateList people={readyPeople} today={today} />
          {!missing && <TypedPapersPreview people={readyPeople} today={today} />}
        </>
      )}
    </SubmitDialog>
  );
}

const toRegistrations = (people: readonly Candidate[], rows: readonly CertificateLine[]) =>
  people.map(({ id }, place) => {
    const { holder, hours, from, to, result } = rows[place] ?? emptyLine;
    return {
      id,
      holder,
      ...(hours && { hours: Number(hours) }),
      ...(from && { from }),
      ...(to && { to }),
      ...(result && { result }),
    };
  });

type Day = Pick<CertificateIssue, 'issuedOn' | 'reason'>;

/** Only a day before the first possible one needs a reason. */
const toIssueDay = ({ issuedOn, reason }: Pick<IssueForm, 'issuedOn' | 'reason'>, today: string): Day => ({
  issuedOn,
  ...(issuedOn < findFirstIssueDay(today) && reason && { reason }),
});

/** The form has a row for each registration. A fault of the whole registration is shown at the name. */
const toRowPath = (path: string) =>
  path.replace(
    /^registrations\.(\d+)(?:\.(\w+))?$/,
    (_, place: string, field = 'holder') => `rows.${place}.${field}`,
  );

/** A component of its own, so that typing renders the preview again but not the form. */
function TypedPapersPreview({ people, today }: { people: Candidate[]; today: string }) {
  const { control, formState } = useFormContext<IssueForm>();
  const [rows, issuedOn, reason] = useWatch({ control, name: ['rows', 'issuedOn', 'reason'] });
  const { errors } = formState;
  const typedLineFaults = rows.flatMap(({ holder }, place) => [
    findLineLengthFault(holder),
    findFirstMessage(errors.rows?.[place]),
    errors.issuedOn?.message,
  ]);
  return (
    <PaperPreview
      said={typedLineFaults}
      registrations={toRegistrations(people, rows)}
      {...toIssueDay({ issuedOn, reason }, today)}
    />
  );
}

/** Only owners may choose an earlier day, and must give a reason. */
function IssueDayFields({ today }: { today: string }) {
  const { control, register, formState } = useFormContext<IssueForm>();
  const issuedOn = useWatch({ control, name: 'issuedOn' });
  const isOwner = useMaySee()('owner');
  const firstIssueDay = findFirstIssueDay(today);
  const { errors } = formState;
  return (
    <>
      <Field
        label="Issued On"
        hint={`At most ${certificateLimits.daysBack} days back${isOwner ? ', or further with a reason' : ''}`}
        required
        error={errors.issuedOn?.message}
      >
        <Input type="date" {...(!isOwner && { min: firstIssueDay })} max={today} {...register('issuedOn')} />
      </Field>
      {isOwner && issuedOn < firstIssueDay && (
        <Field label="Why for This Day" hint="Only the office reads this." required>
          <Input maxLength={certificateLimits.reason} autoComplete="off" {...register('reason')} />
        </Field>
      )}
    </>
  );
}

const countCertificates = (count: number): string => `${countItems(count, 'certificate')} issued`;

function NamedPeopleAlert({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <Alert tone="warning" title={title}>
      <p className="wrap-anywhere">
        {names.slice(0, NAMES_SHOWN).join(', ')}
        {names.length > NAMES_SHOWN && ` and ${formatNumber(names.length - NAMES_SHOWN)} more`}
      </p>
    </Alert>
  );
}

const NAMES_SHOWN = 5;

function LeftOutPeople({ candidates }: { candidates: Candidate[] }) {
  const names = candidates
    .filter((one) => !isReady(one))
    .map(({ name, certificate }) => (certificate ? `${name} (${certificate})` : name));
  const certificateRule = 'only people who have completed and have no certificate get one';
  return <NamedPeopleAlert title={`${formatNumber(names.length)} left: ${certificateRule}`} names={names} />;
}

const fieldsForAll = [
  { name: 'hours', label: 'Hours for all', type: 'number' },
  { name: 'to', label: 'Studied until, for all', type: 'date' },
] as const;

/** Shows nothing to accounts that may not see fees. */
function OwingPeople({ people }: { people: Candidate[] }) {
  const names = people.flatMap(({ name, balance }) =>
    balance !== null && balance > 0 ? `${name} (${formatBalance(balance)})` : [],
  );
  const title = `${countPeople(names.length)} of ${people.length} still ${names.length === 1 ? 'owes' : 'owe'}`;
  return <NamedPeopleAlert title={title} names={names} />;
}

function CandidateList({ people, today }: { people: Candidate[]; today: string }) {
  const { setValue, getValues } = useFormContext<IssueForm>();
  const [column, setColumn] = useState('');
  const fillResults = useCallback(
    (text: string) => {
      setColumn(text);
      const readingOfResults = text.trim() ? readResults(text, people) : null;
      if (!readingOfResults || !('results' in readingOfResults)) return;
      for (const [place, result] of readingOfResults.results)
        setValue(`rows.${place}.result`, result, { shouldDirty: true });
    },
    [people, setValue],
  );
  const fillColumn = (name: 'hours' | 'to', value: string) => {
    getValues('rows').forEach((_, place) => {
      setValue(`rows.${place}.${name}`, value, { shouldDirty: true });
    });
  };
  const peopleByName = groupBy(people, ({ name }) => name);
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2 md:grid-cols-3">
        <IssueDayFields today={today} />
        {people.length > 1 &&
          fieldsForAll.map(({ name, label, type }) => (
            <Field key={name} label={label}>
              <Input
                type={type}
                {...(type === 'number' ? { inputMode: 'numeric', min: 1 } : { max: today })}
                onChange={({ target }) => fillColumn(name, target.value)}
              />
            </Field>
          ))}
      </div>
      {people.length > 1 && <ResultsField people={people} text={column} onChange={fillResults} />}
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {people.map((person, place) => (
          <PersonRow
            key={person.id}
            person={person}
            hasNamesake={(peopleByName.get(person.name)?.length ?? 0) > 1}
            place={place}
            today={today}
            onColumn={people.length > 1 ? fillResults : undefined}
          />
        ))}
      </ul>
    </>
  );
}

type PersonRowProps = {
  person: Candidate;
  hasNamesake: boolean;
  place: number;
  today: string;
  /** Takes several lines that were pasted into one field. */
  onColumn: ((text: string) => void) | undefined;
};

/** Only the row whose name is typed renders again. */
const PersonRow = memo(function PersonRow({ person, hasNamesake, place, today, onColumn }: PersonRowProps) {
  const { reference, startsOn, balance } = person;
  const { register, getFieldState, getValues, formState } = useFormContext<IssueForm>();
  const toFieldName = <Name extends keyof CertificateLine>(name: Name) => `rows.${place}.${name}` as const;
  const [typedFault, setTypedFault] = useState(() => findLineLengthFault(getValues(toFieldName('holder'))));
  const refusedFault = (['holder', 'hours', 'from', 'to', 'result'] as const)
    .map((name) => getFieldState(toFieldName(name), formState).error?.message)
    .find(Boolean);
  const fault = typedFault ?? refusedFault;
  const id = useId();
  return (
    <li aria-label={reference} className="grid grid-cols-2 gap-2 py-3 md:grid-cols-[6.5rem_1fr_1fr_1fr]">
      {(hasNamesake || balance !== null) && (
        <p className="col-span-full flex flex-wrap justify-between gap-x-4 text-sm text-muted">
          {hasNamesake && <span>{reference}</span>}
          {balance !== null && <BalanceNote balance={balance} />}
        </p>
      )}
      <Input
        aria-label="Name on the certificate"
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? id : undefined}
        autoComplete="off"
        dir="auto"
        className="col-span-full"
        {...register(toFieldName('holder'), {
          validate: (name) => findLineLengthFault(name) ?? true,
          onChange: ({ target }) => setTypedFault(findLineLengthFault(target.value)),
        })}
      />
      <Field label="Hours">
        <Input
          type="number"
          inputMode="numeric"
          min={1}
          max={certificateLimits.hours}
          {...register(toFieldName('hours'))}
        />
      </Field>
      {startsOn === null && (
        <Field label="Studied from">
          <Input type="date" max={today} {...register(toFieldName('from'))} />
        </Field>
      )}
      <Field label="Studied until">
        <Input type="date" max={today} {...register(toFieldName('to'))} />
      </Field>
      <Field label="Result">
        <Input
          maxLength={certificateLimits.result}
          autoComplete="off"
          onPaste={(event) => {
            const text = event.clipboardData.getData('text');
            if (!onColumn || !text.trim().includes('\n')) return;
            event.preventDefault();
            onColumn(text);
          }}
          {...register(toFieldName('result'))}
        />
      </Field>
      <div className="col-span-full">
        <FieldError id={id}>{fault}</FieldError>
      </div>
    </li>
  );
});

const BalanceNote = ({ balance }: { balance: number }) => (
  <span className={balance > 0 ? 'font-semibold text-clay' : undefined}>
    {balance > 0 ? `Balance: ${formatBalance(balance)}` : 'Nothing left to pay'}
  </span>
);
