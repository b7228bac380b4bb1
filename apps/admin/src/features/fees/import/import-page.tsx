// A pasted text, a CSV or a spreadsheet comes in, as a statement or as a list of people. The server's plan of it is
// shown, and the same text goes back with what the office has chosen: never before it has looked at the preview.
import { OutcomeLine } from '@institute/ui/outcome-line.tsx';
import { Radios } from '@institute/ui/radios.tsx';
import { useState } from 'react';
import { TitledPage } from '../../../ui/titled-section.tsx';
import { HiddenCellsSection } from './hidden-cells-section.tsx';
import { ImportsToCompareSection } from './imports-to-compare-section.tsx';
import { LinesForm } from './lines-form.tsx';
import { PeoplePreview } from './people-preview.tsx';
import { StatementPreview } from './statement-preview.tsx';
import { StatementTableSection } from './statement-table-section.tsx';
import { useChosenFile } from './use-chosen-file.ts';
import { useImportedText } from './use-imported-text.ts';
import { usePeopleImport } from './use-people-import.ts';
import { useStatementImport } from './use-statement-import.ts';
import { WaitingLinesSection } from './waiting-lines-section.tsx';

type Kind = 'statement' | 'people';

const kindHints: Record<Kind, string> = {
  statement:
    'A file of MTN, Airtel, SchoolPay, Flutterwave, Pesapal or a bank as Excel (.xlsx) or CSV, or a table pasted from it. Columns are recognised by their headings.',
  people:
    'A list as Excel (.xlsx) or CSV, or a table pasted from it. Name, phone and program are needed; start, debt, email and the phone of a guardian are read too. Nobody is told.',
};

export function ImportPage() {
  const [kind, setKind] = useState<Kind>('statement');
  const imported = useImportedText();
  const statement = useStatementImport(imported);
  const people = usePeopleImport(imported);
  const file = useChosenFile(imported, async (read) => {
    if (kind === 'people') await people.planText(read.text);
    else imported.setPreview({ statement: read });
  });
  const { text, workbook, preview, outcome } = imported;
  const isPending = [statement, people, file].some((calls) => calls.isPending);
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
          imported.discardPreview();
        }}
      />
      <LinesForm
        text={text}
        hint={kindHints[kind]}
        isPending={isPending}
        onType={(typed) => imported.replaceText(typed)}
        onFile={file.chooseFile}
        onPreview={() => (kind === 'people' ? people.showPeople() : statement.showStatement())}
      />
      <div aria-live="polite">
        <OutcomeLine outcome={outcome} />
        {workbook && (
          <HiddenCellsSection
            workbook={workbook}
            isPending={isPending}
            onChoose={(withHidden) => file.readAgain(workbook, withHidden)}
          />
        )}
      </div>
      {preview && 'statement' in preview && (
        <>
          <StatementTableSection
            plan={preview.statement}
            isPending={isPending}
            onChoose={(choices) => statement.change(preview.statement, choices)}
          />
          <StatementPreview
            key={preview.statement.hash}
            plan={preview.statement}
            isPending={isPending}
            onStore={(likely, choices) => statement.store(preview.statement, likely, choices)}
          />
        </>
      )}
      {preview && 'people' in preview && (
        <PeoplePreview
          plan={preview.people}
          isPending={isPending}
          onChoose={(choices) => people.change(preview.people, choices)}
          onStore={() => people.store(preview.people)}
        />
      )}
      <ImportsToCompareSection />
    </TitledPage>
  );
}
