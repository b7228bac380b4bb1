import type { CertificateIssue } from '@institute/contract';
import {
  certificateLimits,
  findFirstIssueDay,
  findLineFault,
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
import { fail, findFirstMessage, placeFaults } from '../../forms/field-errors.ts';
import { SubmitDialog } from '../../forms/form-dialog.tsx';
import { countItems, countPeople } from '../../ui/count-items.ts';
import { useDescribeNotification } from '../../ui/outbox-message.tsx';
import { type Candidate, CompleteCandidates } from './completion-section.tsx';
import { PaperPreview } from './paper-preview.tsx';
import { ResultsField, readResults } from './results-field.tsx';
import { tooManyMessage, usePrint } from './use-print.ts';

type Preparation = AdminAnswers['certificates']['candidates'];

type IssueButtonProps = { ids: number[]; label?: string };

export function IssueButton({ ids, label = 'Issue Certificates' }: IssueButtonProps) {
  const { mutateAsync: findCandidates, isPending } = admin.certificates.candidates.useMutation();
  const [prepared, setPrepared] = useState<Preparation | null>(null);
  const maySee = useMaySee();
  const change = useChange();
  const failed = 'Failed to load the people';
  const loadCandidates = () => change(async () => setPrepared(await findCandidates({ ids })), { failed });
  const openDialog = async () => {
    if (ids.length > certificateLimits.chosen) toast.info(tooManyMessage);
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
          // The form has a row for each person who is ready
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

type Line = Record<'holder' | 'hours' | 'from' | 'to' | 'result', string>;
type Values = { issuedOn: string; reason: string; rows: Line[] };

const emptyLine: Line = { holder: '', hours: '', from: '', to: '', result: '' };

const isReady = ({ hasCompleted, certificate }: Candidate): boolean => hasCompleted && certificate === null;

type IssueDialogProps = {
  candidates: Candidate[];
  missing: Preparation['missing'];
  onCompleted: () => Promise<unknown>;
  onClose: () => void;
};

function IssueDialog({ candidates, missing, onCompleted, onClose }: IssueDialogProps) {
  const people = candidates.filter(isReady);
  const today = toLocalDay(new Date());
  const form = useForm<Values>({
    defaultValues: {
      issuedOn: today,
      reason: '',
      rows: people.map(({ name }) => ({ ...emptyLine, holder: name })),
    },
  });
  const { mutateAsync: issue } = admin.certificates.issue.useMutation();
  const { printMany } = usePrint();
  const describeNotification = useDescribeNotification();

  const save = form.handleSubmit(async ({ rows, ...day }) => {
    try {
      const { items } = await issue({ registrations: toRegistrations(people, rows), ...toDay(day, today) });
      toast.success(countCertificates(items.length), {
        description: `${items[0]?.number}${items.length > 1 ? ` to ${items.at(-1)?.number}` : ''}. ${describeNotification('Their holders are told')}`,
        action: { label: 'Print', onPress: () => void printMany(items.map(({ id }) => id)) },
      });
      onClose();
    } catch (error) {
      const { message, details } = toApiFailure(error);
      const inRows = details.map((detail) => ({ ...detail, path: toRowPath(detail.path) }));
      fail(form, 'No certificate was issued', placeFaults(form, { message, details: inRows }));
    }
  });

  return (
    <SubmitDialog
      title="Issue Certificates"
      description={`Each has a number, a code and a signature. Owners are told at once of another name than the registration's. ${describeNotification('The holders are told the address that checks it')}`}
      size="lg"
      form={form}
      onSubmit={save}
      submitLabel="Issue"
      disabled={people.length === 0 || missing !== null}
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
      {people.length > 0 && (
        <>
          <OwingPeople people={people} />
          <CandidateList people={people} today={today} />
          {!missing && <TypedPapers people={people} today={today} />}
        </>
      )}
    </SubmitDialog>
  );
}

const toRegistrations = (people: readonly Candidate[], rows: readonly Line[]) =>
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

/** The reason belongs to an early day only. */
const toDay = ({ issuedOn, reason }: Pick<Values, 'issuedOn' | 'reason'>, today: string): Day => ({
  issuedOn,
  ...(issuedOn < findFirstIssueDay(today) && reason && { reason }),
});

/** The form has a row for each registration. A fault of the whole registration is shown at the name. */
const toRowPath = (path: string) =>
  path.replace(
    /^registrations\.(\d+)(?:\.(\w+))?$/,
    (_, place: string, field = 'holder') => `rows.${place}.${field}`,
  );

/** Renders again with each letter, so that the form does not. */
function TypedPapers({ people, today }: { people: Candidate[]; today: string }) {
  const { control, formState } = useFormContext<Values>();
  const [rows, issuedOn, reason] = useWatch({ control, name: ['rows', 'issuedOn', 'reason'] });
  const { errors } = formState;
  const said = rows.flatMap(({ holder }, place) => [
    findLineFault(holder),
    findFirstMessage(errors.rows?.[place]),
    errors.issuedOn?.message,
  ]);
  return (
    <PaperPreview
      said={said}
      registrations={toRegistrations(people, rows)}
      {...toDay({ issuedOn, reason }, today)}
    />
  );
}

/** Only owners choose an early day, and write why. */
function IssueDay({ today }: { today: string }) {
  const { control, register, formState } = useFormContext<Values>();
  const issuedOn = useWatch({ control, name: 'issuedOn' });
  const isOwner = useMaySee()('owner');
  const first = findFirstIssueDay(today);
  const { errors } = formState;
  return (
    <>
      <Field
        label="Issued On"
        hint={`At most ${certificateLimits.daysBack} days back${isOwner ? ', or further with a reason' : ''}`}
        required
        error={errors.issuedOn?.message}
      >
        <Input type="date" {...(!isOwner && { min: first })} max={today} {...register('issuedOn')} />
      </Field>
      {isOwner && issuedOn < first && (
        <Field label="Why for This Day" hint="Only the office reads this." required>
          <Input maxLength={certificateLimits.reason} autoComplete="off" {...register('reason')} />
        </Field>
      )}
    </>
  );
}

const countCertificates = (count: number): string => `${countItems(count, 'certificate')} issued`;

function NamedPeople({ title, names }: { title: string; names: string[] }) {
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
  const who = 'only people who have completed and have no certificate get one';
  return <NamedPeople title={`${formatNumber(names.length)} left: ${who}`} names={names} />;
}

const sharedFields = [
  { name: 'hours', label: 'Hours for all', type: 'number' },
  { name: 'to', label: 'Studied until, for all', type: 'date' },
] as const;

/** Shows nothing to accounts that may not see fees. */
function OwingPeople({ people }: { people: Candidate[] }) {
  const names = people.flatMap(({ name, balance }) =>
    balance !== null && balance > 0 ? `${name} (${formatBalance(balance)})` : [],
  );
  const title = `${countPeople(names.length)} of ${people.length} still ${names.length === 1 ? 'owes' : 'owe'}`;
  return <NamedPeople title={title} names={names} />;
}

function CandidateList({ people, today }: { people: Candidate[]; today: string }) {
  const { setValue, getValues } = useFormContext<Values>();
  const [column, setColumn] = useState('');
  const fillResults = useCallback(
    (text: string) => {
      setColumn(text);
      const read = text.trim() ? readResults(text, people) : null;
      if (!read || !('results' in read)) return;
      for (const [place, result] of read.results)
        setValue(`rows.${place}.result`, result, { shouldDirty: true });
    },
    [people, setValue],
  );
  const fill = (name: 'hours' | 'to', value: string) => {
    getValues('rows').forEach((_, place) => {
      setValue(`rows.${place}.${name}`, value, { shouldDirty: true });
    });
  };
  const sameNames = groupBy(people, ({ name }) => name);
  return (
    <>
      <div className="grid grid-cols-2 gap-x-3 gap-y-2 md:grid-cols-3">
        <IssueDay today={today} />
        {people.length > 1 &&
          sharedFields.map(({ name, label, type }) => (
            <Field key={name} label={label}>
              <Input
                type={type}
                {...(type === 'number' ? { inputMode: 'numeric', min: 1 } : { max: today })}
                onChange={({ target }) => fill(name, target.value)}
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
            hasNamesake={(sameNames.get(person.name)?.length ?? 0) > 1}
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
  const { register, getFieldState, getValues, formState } = useFormContext<Values>();
  const toFieldName = <Name extends keyof Line>(name: Name) => `rows.${place}.${name}` as const;
  const [typedFault, setTypedFault] = useState(() => findLineFault(getValues(toFieldName('holder'))));
  const refused = (['holder', 'hours', 'from', 'to', 'result'] as const)
    .map((name) => getFieldState(toFieldName(name), formState).error?.message)
    .find(Boolean);
  const fault = typedFault ?? refused;
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
          validate: (name) => findLineFault(name) ?? true,
          onChange: ({ target }) => setTypedFault(findLineFault(target.value)),
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
