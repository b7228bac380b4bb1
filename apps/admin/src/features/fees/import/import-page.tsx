// The office pastes a text or chooses a CSV or spreadsheet, as a statement or as a list of people. The server
// plans the import, and the page shows the plan. The same text is sent again with the office's choices, never
// before the office has seen the preview.
import { payChannels } from '@institute/contract/place';
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

type ImportKind = 'statement' | 'people';

const operatorNames = Object.values(payChannels).map(({ operator }) => operator);

const kindHints: Record<ImportKind, string> = {
  statement: `A file of ${operatorNames.join(', ')}, SchoolPay, Flutterwave, Pesapal or a bank as Excel (.xlsx) or CSV, or a table pasted from it. Columns are recognised by their headings.`,
  people:
    'A list as Excel (.xlsx) or CSV, or a table pasted from it. Name, phone and program are needed; start, debt, email and the phone of a guardian are read too. Nobody is told.',
};

export function ImportPage() {
  const [kind, setKind] = useState<ImportKind>('statement');
  const importedText = useImportedText();
  const statementImport = useStatementImport(importedText);
  const peopleImport = usePeopleImport(importedText);
  const chosenFile = useChosenFile(importedText, async (read) => {
    if (kind === 'people') await peopleImport.planText(read.text);
    else importedText.setPreview({ statement: read });
  });
  const { text, workbook, preview, outcome } = importedText;
  const isPending = [statementImport, peopleImport, chosenFile].some((calls) => calls.isPending);
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
          importedText.discardPreview();
        }}
      />
      <LinesForm
        text={text}
        hint={kindHints[kind]}
        isPending={isPending}
        onType={(typed) => importedText.replaceText(typed)}
        onFile={chosenFile.chooseFile}
        onPreview={() => (kind === 'people' ? peopleImport.showPeople() : statementImport.showStatement())}
      />
      <div aria-live="polite">
        <OutcomeLine outcome={outcome} />
        {workbook && (
          <HiddenCellsSection
            workbook={workbook}
            isPending={isPending}
            onChoose={(withHidden) => chosenFile.readAgain(workbook, withHidden)}
          />
        )}
      </div>
      {preview && 'statement' in preview && (
        <>
          <StatementTableSection
            plan={preview.statement}
            isPending={isPending}
            onChoose={(choices) => statementImport.change(preview.statement, choices)}
          />
          <StatementPreview
            key={preview.statement.hash}
            plan={preview.statement}
            isPending={isPending}
            onStore={(likely, choices) => statementImport.store(preview.statement, likely, choices)}
          />
        </>
      )}
      {preview && 'people' in preview && (
        <PeoplePreview
          plan={preview.people}
          isPending={isPending}
          onChoose={(choices) => peopleImport.change(preview.people, choices)}
          onStore={() => peopleImport.store(preview.people)}
        />
      )}
      <ImportsToCompareSection />
    </TitledPage>
  );
}
