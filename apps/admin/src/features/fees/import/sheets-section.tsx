import { Button } from '@institute/ui/button.tsx';
import { Checkbox } from '@institute/ui/checkbox.tsx';
import { useState } from 'react';
import type { AdminAnswers } from '../../../api/admin.ts';
import { countItems } from '../../../ui/count-items.ts';

export type Sheet = AdminAnswers['fees']['plan']['sheets'][number];

type SheetsSectionProps = {
  sheets: readonly Sheet[];
  isPending: boolean;
  onChoose: (names: string[]) => void;
};

/** Says which sheets of a workbook are read. Renders nothing for a text that is no workbook. */
export function SheetsSection({ sheets, isPending, onChoose }: SheetsSectionProps) {
  const [chosen, setChosen] = useState(listReadSheetNames(sheets));
  const visibleSheets = sheets.filter(({ isHidden }) => !isHidden);
  const readSheets = sheets.filter(({ isRead }) => isRead);
  const unreadSheets = sheets.filter(({ isRead }) => !isRead);
  if (sheets.length === 0) return null;
  return (
    <div className="flex flex-col gap-1 text-base wrap-anywhere">
      {readSheets.length > 0 && (
        <p>
          <strong>{readSheets.length === 1 ? 'Sheet read:' : 'Sheets read as one table:'}</strong>{' '}
          {readSheets.map(describeSheet).join(', ')}.
        </p>
      )}
      {unreadSheets.length > 0 && (
        <p>
          <strong>Not read:</strong> {unreadSheets.map(describeSheet).join(', ')}.
          {unreadSheets.some(({ isHidden }) => isHidden) &&
            ' To read a hidden sheet, show it in Excel first.'}
        </p>
      )}
      {visibleSheets.length > 1 && (
        <details open={readSheets.length === 0}>
          <summary className="cursor-pointer py-2.5 font-semibold">Choose sheets</summary>
          {readSheets.length === 0 && (
            <p>
              Their headings differ. Choose those with the same headings, and import the others afterwards.
            </p>
          )}
          <fieldset className="flex flex-wrap gap-x-8">
            <legend className="sr-only">Sheets to read</legend>
            {visibleSheets.map((sheet) => (
              <Checkbox
                key={sheet.name}
                label={describeSheet(sheet)}
                checked={chosen.includes(sheet.name)}
                onChange={({ target }) =>
                  setChosen(
                    target.checked ? [...chosen, sheet.name] : chosen.filter((name) => name !== sheet.name),
                  )
                }
              />
            ))}
          </fieldset>
          <Button
            variant="outline"
            pending={isPending}
            disabled={chosen.length === 0}
            onClick={() => onChoose(chosen)}
          >
            Read These Sheets
          </Button>
        </details>
      )}
    </div>
  );
}

const describeSheet = ({ name, isHidden, lines }: Sheet): string =>
  `${name} (${isHidden ? 'hidden' : countItems(lines, 'line')})`;

const listReadSheetNames = (sheets: readonly Sheet[]): string[] =>
  sheets.flatMap(({ name, isRead }) => (isRead ? name : []));

/** Names the sheets that are read. Undefined if no sheet was chosen, or for a text that is no workbook. */
export function describeReadSheets(sheets: readonly Sheet[]): string[] | undefined {
  const readSheetNames = listReadSheetNames(sheets);
  return readSheetNames.length > 0 ? readSheetNames : undefined;
}
