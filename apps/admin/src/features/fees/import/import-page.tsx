import type { PeopleInput, StatementImport } from '@institute/contract';
import { readFileText } from '@institute/contract/file-text';
import { fileTooLargeMessage, tableLimits } from '@institute/contract/tables.constants';
import { Button } from '@institute/ui/button.tsx';
import { Field } from '@institute/ui/field.tsx';
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { Textarea } from '@institute/ui/textarea.tsx';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type AdminAnswers, admin, toApiFailure } from '../../../api/admin.ts';
import { readFailureReason } from '../../../forms/field-errors.ts';
import { countItems, countPeople } from '../../../ui/count-items.ts';
import { TitledPage } from '../../../ui/titled-section.tsx';
import { type ChosenWorkbook, HiddenCellsSection } from './hidden-cells-section.tsx';
import { ImportsToCompareSection } from './imports-to-compare-section.tsx';
import { PeoplePreview } from './people-preview.tsx';
import { readSheetNames, SheetsSection } from './sheets-section.tsx';
import { type StatementChoices, StatementColumns } from './statement-columns.tsx';
import { StatementPreview } from './statement-preview.tsx';
import { WaitingLinesSection } from './waiting-lines-section.tsx';

type StatementPlan = AdminAnswers['fees']['plan'];
type PeoplePlan = AdminAnswers['fees']['planPeople'];
type Kind = 'statement' | 'people';

const kindHints: Record<Kind, string> = {
  statement:
    'A file of MTN, Airtel, SchoolPay, Flutterwave, Pesapal or a bank as Excel (.xlsx) or CSV, or a table pasted from it. Columns are recognised by their headings.',
  people:
    'A list as Excel (.xlsx) or CSV, or a table pasted from it. Name, phone and program are needed; start, debt, email and the phone of a guardian are read too. Nobody is told.',
};

const toBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(`${reader.result}`.replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

/** Nothing is stored before the preview is confirmed. */
export function ImportPage() {
  const [kind, setKind] = useState<Kind>('statement');
  const [text, setText] = useState('');
  /** Undefined for lines that were typed or pasted. */
  const [fileName, setFileName] = useState<string>();
  const [workbook, setWorkbook] = useState<ChosenWorkbook>();
  const [statement, setStatement] = useState<StatementPlan>();
  const [people, setPeople] = useState<PeoplePlan>();
  const [outcome, setOutcome] = useState<{ isDone: boolean; text: string }>();
  const planStatement = admin.fees.plan.useMutation();
  const planFile = admin.fees.planFile.useMutation();
  const planPeople = admin.fees.planPeople.useMutation();
  const importStatement = admin.fees.import.useMutation();
  const importPeople = admin.fees.importPeople.useMutation();
  const isPending = [planStatement, planFile, planPeople, importStatement, importPeople].some(
    (call) => call.isPending,
  );

  const discardPreview = () => {
    setWorkbook(undefined);
    setStatement(undefined);
    setPeople(undefined);
    setOutcome(undefined);
  };
  const run = async (work: () => Promise<void>) => {
    setOutcome(undefined);
    try {
      await work();
    } catch (error) {
      setOutcome({ isDone: false, text: readFailureReason(toApiFailure(error)) });
    }
  };
  const showStatement = (choices?: StatementChoices) =>
    run(async () => setStatement(await planStatement.mutateAsync({ text, ...choices })));
  const showPeople = (choices?: Omit<PeopleInput, 'text'>) =>
    run(async () => setPeople(await planPeople.mutateAsync({ text, ...choices })));
  const chooseFile = (file: File) =>
    run(async () => {
      discardPreview();
      setText('');
      setFileName(file.name);
      if (file.size > tableLimits.bytes) return setOutcome({ isDone: false, text: fileTooLargeMessage });
      const fileText = readFileText(new Uint8Array(await file.arrayBuffer()));
      if (fileText !== null) return setText(fileText);
      await readWorkbook({ name: file.name, base64: await toBase64(file), withHidden: false });
    });
  const readWorkbook = async ({ name, base64, withHidden }: Omit<ChosenWorkbook, 'hidden'>) => {
    const read = await planFile.mutateAsync({ name, base64, withHidden });
    setText(read.text);
    setWorkbook({ name, base64, withHidden, hidden: read.hidden });
    if (kind === 'statement') setStatement(read);
    else setPeople(await planPeople.mutateAsync({ text: read.text }));
  };
  const showDone = (done: string) => {
    discardPreview();
    setText('');
    setOutcome({ isDone: true, text: done });
  };
  const storeStatement = (
    { hash, ...plan }: StatementPlan,
    likely: number[],
    choices: StatementImport['choices'],
  ) =>
    run(async () => {
      const chosen = { ...readChoices(plan), method: plan.method };
      const stored = await importStatement.mutateAsync({ text, fileName, hash, likely, choices, ...chosen });
      const count = stored.matched + stored.likely + stored.unmatched;
      const waiting =
        stored.waiting > 0
          ? `. ${countItems(stored.waiting, 'older line waits', 'older lines wait')} for an owner`
          : '';
      const confirmed =
        stored.confirmed > 0
          ? `. ${countItems(stored.confirmed, 'payment on record is', 'payments on record are')} confirmed`
          : '';
      const done = `${countItems(count, 'payment is', 'payments are')} stored, ${stored.unmatched} unassigned`;
      showDone(done + waiting + confirmed);
    });
  const storePeople = ({ hash, ...plan }: PeoplePlan) =>
    run(async () => {
      const chosen = { text, hash, ...readPeopleChoices(plan) };
      const { imported, differs } = await importPeople.mutateAsync(chosen);
      const leftOutText = differs > 0 ? `. Left out: ${countPeople(differs)} with another debt` : '';
      const stored = imported === 1 ? '1 person is stored' : `${countPeople(imported)} are stored`;
      showDone(stored + leftOutText);
    });

  return (
    <TitledPage title="Import">
      <WaitingLinesSection />
      <Radios
        legend="What"
        name="kind"
        choices={[
          { value: 'statement', label: 'A statement' },
          { value: 'people', label: 'People who study already' },
        ]}
        value={kind}
        onChoose={(chosen) => {
          setKind(chosen);
          discardPreview();
        }}
      />
      <Field label="Lines" hint={kindHints[kind]}>
        <Textarea
          rows={8}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setFileName(undefined);
            discardPreview();
          }}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <FileButton onFile={chooseFile}>Choose File</FileButton>
        <Button
          pending={isPending}
          disabled={text.trim() === ''}
          onClick={() => (kind === 'people' ? showPeople() : showStatement())}
        >
          Preview
        </Button>
      </div>
      <div aria-live="polite">
        <OutcomeLine outcome={outcome} />
        {workbook && (
          <HiddenCellsSection
            workbook={workbook}
            isPending={isPending}
            onChoose={(withHidden) => run(() => readWorkbook({ ...workbook, withHidden }))}
          />
        )}
      </div>
      {statement && (
        <>
          <SheetsSection
            sheets={statement.sheets}
            isPending={isPending}
            // Other sheets may have other columns, and be of another operator
            onChoose={(sheets) => showStatement({ sheets })}
          />
          {statement.headings.length > 0 && (
            <StatementColumns
              plan={statement}
              onChoose={(choices) =>
                showStatement({ ...readChoices(statement), method: statement.method, ...choices })
              }
            />
          )}
          <StatementPreview
            key={statement.hash}
            plan={statement}
            isPending={isPending}
            onStore={(likely, choices) => storeStatement(statement, likely, choices)}
          />
        </>
      )}
      {people && (
        <PeoplePreview
          plan={people}
          isPending={isPending}
          onChoose={(choices) =>
            showPeople(choices.sheets ? choices : { ...readPeopleChoices(people), ...choices })
          }
          onStore={() => storePeople(people)}
        />
      )}
      <ImportsToCompareSection />
    </TitledPage>
  );
}

/** Choices that the plan was made with, so that the next plan differs by one choice only. */
const readChoices = <From,>({ from, sheets }: { from: From; sheets: StatementPlan['sheets'] }) => ({
  columns: from,
  sheets: readSheetNames(sheets),
});

/** Without the answers that the office still owes. */
const readPeopleChoices = ({ asked, inThousands, ...plan }: Omit<PeoplePlan, 'hash'>) => ({
  ...readChoices(plan),
  ...(asked.balances.length > 0 && { columns: undefined }),
  ...(inThousands !== null && { inThousands }),
});

function FileButton({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,.xls,.pdf,text/*"
        aria-label="File"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // The same file can be chosen again
          target.value = '';
        }}
      />
      <Button variant="outline" onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
